/** Mocha's TDD interface, which @web/test-runner puts into every test page. */
declare function suite(title: string, tests: () => void): void;
declare function test(title: string, run: () => void | Promise<void>): void;
declare function setup(run: () => void | Promise<void>): void;
declare function teardown(run: () => void | Promise<void>): void;
declare function suiteSetup(run: () => void | Promise<void>): void;
