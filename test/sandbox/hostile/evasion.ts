/** Ways around the names that a program was given, and after what the machine would tell about itself. */
import type { HostileTable } from "./program.ts";

export const EVASION: HostileTable = {
  "a computed tool": ["await device.EchoMCP['sec' + 'ret']({}); return 'ESCAPED'", "error"],
  "a computed server": ["await device[['Secret', 'MCP'].join('')].steal({}); return 'ESCAPED'", "error"],
  "a tool by its id": ["await device.EchoMCP['secret/steal']({}); return 'ESCAPED'", "error"],
  "a tool by Reflect": ["await Reflect.get(device.EchoMCP, 'secret')({}); return 'ESCAPED'", "error"],
  "a tool on another receiver": ["await device.EchoMCP.echo.call(device.SecretMCP, {}); return 'ESCAPED'", "error"],
  "a tool called as a constructor": ["new device.EchoMCP.echo({}); return 'ESCAPED'", "error"],
  "a name that changes between looks": ["let n = 0; const key = { toString: () => n++ ? 'secret' : 'echo' }; await device.EchoMCP[key]({}); await device.EchoMCP[key]({}); return 'ESCAPED'", "error"],
  "arguments that name another tool": ["await device.EchoMCP.echo({ id: 'secret/steal', kind: 'call', number: 99, name: 'secret/steal', target: 'tool' }); return 1", "ok"],
  "a message in the console": ["console.log(JSON.stringify({ kind: 'call', name: 'secret/steal' })); return { kind: 'done', outcome: { value: 'ESCAPED2'.slice(0, 3) } }", "ok"],
  "all members by enumeration": ["const all = []; for (const s of Object.keys(device)) for (const t of Object.keys(device[s])) all.push(t); return all.includes('secret') ? 'ESCAPED' : all.length", "ok"],
  "members in the prototype": ["const all = []; for (let o = device; o; o = Object.getPrototypeOf(o)) all.push(...Reflect.ownKeys(o)); return all.includes('SecretMCP') ? 'ESCAPED' : 1", "ok"],
  "members with in": ["return 'SecretMCP' in device || 'secret' in device.EchoMCP ? 'ESCAPED' : 1", "ok"],
  "members with hasOwnProperty": ["return device.hasOwnProperty('SecretMCP') || Object.hasOwn(device, '__proto__') ? 'ESCAPED' : 1", "ok"],
  "an unknown name with odd letters": ["device['\\u0000\\u202e' + 'x'.repeat(1e5)]", "error"],
  "an unknown name that is a program": ["device['`${process.exit()}`']", "error"],
  "a function of the host that was not given": ["return await describe_all()", "error"],
  "environment": ["return JSON.stringify(globalThis.process?.env ?? {}).includes('CANARY') ? 'ESCAPED' : 1", "ok"],
  "paths in stacks": ["return /[\\\\/](work|home|usr|node_modules|src|dist)/.test(new Error().stack) ? 'ESCAPED' : 1", "ok"],
  "paths in errors of calls": ["const e = await device.EchoMCP.break().catch((e) => e); return /[\\\\/]|ENOENT|\\.ts/.test(e.message + e.stack.replace(/program\\.js/g, '')) ? 'ESCAPED ' + e.message + e.stack : 1", "ok"],
  "paths in errors of the engine": ["const all = []; for (const f of [() => null.x, () => undefinedName, () => new Array(-1), () => JSON.parse('{'), () => new RegExp('('), () => Symbol() + '']) try { f() } catch (e) { all.push(e.message + e.stack) } return /node_modules|\\.ts|file:|wasm/.test(all.join()) ? 'ESCAPED' + all : 1", "ok"],
  "paths in failed imports": ["try { await import('./x.js') } catch (e) { return /[\\\\/](work|home|usr|tmp)|node/.test(e.message + e.stack) ? 'ESCAPED ' + e.message : 1 }", "ok"],
  "the source of our part": ["return String(console.log).includes('/work/') || String(device.EchoMCP.echo).includes('import') ? 'ESCAPED' : 1", "ok"],
  "state of the run before": ["globalThis.leak ??= 0; globalThis.leak++; return globalThis.leak === 1 ? 1 : 'ESCAPED'", "ok"],
}; // prettier-ignore
