/** What is bundled for tests and measurements. */
export { CodeChecker } from "../../src/gate/code/code-checker.ts";
export { createQuickJsExecutor } from "../../src/sandbox/quickjs/quickjs-executor.ts";
