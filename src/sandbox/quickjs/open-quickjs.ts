/**
 * One fresh QuickJS: a memory that cannot grow past its cap, a runtime with limits, and a context in which our part of the
 * guest already stands. What it gives is used for one run, and never disposed of: after a fault that would abort the engine.
 */
import {
  DefaultIntrinsics,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten";
import { guestMain } from "./guest/guest-main.ts";

export interface QuickJs {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** Takes the host's functions as one object, and gives the hooks. */
  readonly guestMain: QuickJSHandle;
  /** How large the memory has become; it never shrinks. */
  memorySize(): number;
}

const PAGE_BYTES = 64 * 1024;
/** The engine is compiled to expect this much. */
const FIRST_PAGES = 256;
/** For the engine itself, and for texts on their way in and out, which its own limit does not count. */
const ENGINE_BYTES = 32 * 1024 * 1024;
/** Before the thread's own stack ends. */
const STACK_BYTES = 256 * 1024;

const GUEST_FILE = "tacklebox.js";

export async function openQuickJs(wasm: WebAssembly.Module, memoryBytes: number): Promise<QuickJs> {
  const maximum = Math.max(FIRST_PAGES, Math.ceil((memoryBytes + ENGINE_BYTES) / PAGE_BYTES));
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmModule: wasm, wasmMemory: memory }),
  );
  const runtime = engine.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: STACK_BYTES });
  const context = runtime.newContext({ intrinsics: { ...DefaultIntrinsics, BigInt: true } });
  const main = context.unwrapResult(
    context.evalCode(`"use strict"; (${guestMain.toString()})`, GUEST_FILE, { type: "global" }),
  );
  return { runtime, context, guestMain: main, memorySize: () => memory.buffer.byteLength };
}
