import { describeExecutor } from "../executor-suite.ts";
import { describeExecutorTexts } from "../executor-texts-suite.ts";
import { createInProcessExecutor } from "../fixtures/in-process-executor.ts";
import { createQuickJsExecutor } from "./quickjs-executor.ts";

describeExecutor("QuickJS in a thread", createQuickJsExecutor);
describeExecutor("QuickJS without a thread", createInProcessExecutor);
describeExecutorTexts("QuickJS in a thread", createQuickJsExecutor);
describeExecutorTexts("QuickJS without a thread", createInProcessExecutor);
