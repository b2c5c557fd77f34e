/**
 * The command `sluice`: one folder entry of `cli/` for each noun. All but `serve` talk to a running gateway over HTTP, and
 * none opens the database beside it.
 */
import { Command } from 'commander'
import { addServe } from './cli/serve.ts'

const program = new Command('sluice')
  .description('an open-source payment gateway')
  .showHelpAfterError('(add --help for what it takes)')
addServe(program)
await program.parseAsync()
