/** A reporter for Node's test runner that ends the process at the first failed test. */
export default async function* bailReporter(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) {
      yield `${data.name}\n`;
      process.exit(1);
    }
  }
}
