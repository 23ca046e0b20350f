/** A reporter for Node's test runner that writes only how many tests passed and failed, as JSON. */
export default async function* countReporter(events) {
  const counts = { passed: 0, failed: 0 };
  for await (const { type, data } of events) {
    if (data.details?.type === 'suite' || data.skip !== undefined || data.todo !== undefined) continue;
    if (type === 'test:pass') counts.passed += 1;
    if (type === 'test:fail') counts.failed += 1;
  }
  yield JSON.stringify(counts);
}
