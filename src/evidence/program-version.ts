/** Version of this program, as in package.json: it stands in what is frozen. */
export const PROGRAM_VERSION = '0.1.0';
