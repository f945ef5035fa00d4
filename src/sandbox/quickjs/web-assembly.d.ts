/** The part of WebAssembly that the sandbox uses. Node has it; the types that we compile with do not. */
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }

  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
