/**
 * Compiles `TestToken.sol` into `TestToken.json`, which is committed so that tests need no compiler: `node test/chain/compile.ts`, with
 * solc and @openzeppelin/contracts in the versions of package.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const solc: { compile(input: string, callbacks: object): string } = require('solc')
const here = (name: string) => new URL(name, import.meta.url)

const input = {
  language: 'Solidity',
  sources: { 'TestToken.sol': { content: readFileSync(here('TestToken.sol'), 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'shanghai',
    metadata: { bytecodeHash: 'none' },
    outputSelection: { 'TestToken.sol': { TestToken: ['abi', 'evm.bytecode.object'] } },
  },
}
const find = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: find }))
if (output.errors) process.stderr.write(`${JSON.stringify(output.errors, null, 2)}\n`)
const { abi, evm } = output.contracts['TestToken.sol'].TestToken
writeFileSync(here('TestToken.json'), `${JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` })}\n`)
