/** README.md with the numbers that a newcomer wants first, as ACCURACY.md and BENCHMARKS.md print them. Throws where a page no longer has one. */
export function readmeWith(readme: string, accuracy: string, benchmarks: string): string {
  const all = found(accuracy, /^\| all \| (\d+) \|/m, 'ACCURACY.md');
  const verdicts = found(accuracy, /^Verdicts: (\d+) asked, (\d+) certain, (\d+) of the certain ones right\.$/m, 'ACCURACY.md');
  const photo = found(benchmarks, /^\| `measure-photo` \|[^|]*\| ([\d.]+ s) \|/m, 'BENCHMARKS.md');
  const lines = [
    `- distance between two ships, nothing known beforehand, one picture from a tripod: off by ${columnOf(accuracy, 'pair distance')} mm at the median, on ${all[1]} rendered tables`,
    `- ${verdicts[3]} of ${verdicts[2]} certain answers right, of ${verdicts[1]} asked; the others are too close to call`,
    `- ${photo[1]} for a photo from a cold start of the command line, on two processor cores`,
  ];
  const printed = /(<!-- printed: numbers -->\n)[\s\S]*?(<!-- \/printed -->)/;
  if (!printed.test(readme))
    throw new Error('README.md: got no place for its numbers, expected <!-- printed: numbers --> … <!-- /printed -->.');
  return readme.replace(printed, (_, begin: string, end: string) => `${begin}${lines.join('\n')}\n${end}`);
}

/** The median of the first row of the first table in the column whose title begins so. */
function columnOf(page: string, title: string): string {
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  const column = rows[0]!.split('|').findIndex((cell) => cell.trim().startsWith(title));
  const value = rows[2]?.split('|')[column]?.trim().split(' / ')[0];
  if (column < 0 || value === undefined) throw new Error(`ACCURACY.md: got no column '${title}', expected one in its first table.`);
  return value;
}

function found(page: string, pattern: RegExp, name: string): RegExpExecArray {
  const match = pattern.exec(page);
  if (!match) throw new Error(`${name}: got nothing like ${pattern}, expected the line that its program prints.`);
  return match;
}
