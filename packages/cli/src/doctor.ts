/**
 * `sluice doctor`: shows what is wrong with the gateway, and what to do about it. Changes nothing.
 *
 * A running gateway checks itself, which needs an operator's token. If no gateway answers, the command checks this machine for what
 * would keep one from starting.
 *
 * Exit codes: 0 if nothing is broken, 1 if a check is `broken`, and 3 if no gateway answers and no check is broken.
 */
import type { Answer } from '@sluice/client/main.ts'
import { broken, type DoctorCheck, worstOf } from '@sluice/gateway/admin/doctor/check.ts'
import { exchange, refusalText } from './client.ts'
import { adminToken, type Context, type SluiceCommand } from './context.ts'
import { CliFailure, EXIT } from './failure.ts'
import { at, listAt, shown, table } from './output.ts'

export function addDoctor(program: SluiceCommand): void {
  program
    .command('doctor')
    .description(
      'check the gateway and show what to fix (operators); if none runs, check why it does not start',
    )
    .sends('GET /admin/doctor')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      const alive = await aliveAt(context)
      if (alive !== undefined && at(alive.body, 'status') === 'ok') return fromInside(context)
      // Imported here, so that other commands do not wait for it.
      const { fromOutside } = await import('./doctor-outside.ts')
      const checks = await fromOutside(context, alive === undefined ? 'silent' : 'stranger')
      show(context, checks)
      throw new CliFailure('unreachable', `no gateway answers at ${context.url}`)
    })
}

/** @returns undefined if nothing answers */
async function aliveAt(context: Context): Promise<Answer | undefined> {
  try {
    return await exchange(context, { method: 'GET', path: '/health/live' })
  } catch (error) {
    if (error instanceof CliFailure && error.exitCode === EXIT.unreachable) return undefined
    throw error
  }
}

async function fromInside(context: Context): Promise<void> {
  const token = adminToken(context)
  const answer = await exchange(context, { method: 'GET', path: '/admin/doctor', token })
  // Without its database the gateway cannot authenticate operators.
  if (answer.status === 503) return show(context, await notReady(context, answer))
  if (answer.status >= 300) throw new CliFailure('refused', refusalText(answer))
  if (context.json) context.print(answer.text)
  else context.print(humanText(listAt(answer.body, 'checks')))
  endWith(at(answer.body, 'state'))
}

async function notReady(context: Context, refusal: Answer): Promise<readonly DoctorCheck[]> {
  const { body } = await exchange(context, { method: 'GET', path: '/health/ready' })
  const failed = listAt(body, 'checks').filter((check) => at(check, 'ok') !== true)
  const remedy = "check that it runs and that the gateway can reach it, then look at the gateway's log"
  if (failed.length > 0)
    return failed.map((check) => ({ name: shown(at(check, 'name')), ...broken('does not answer', remedy) }))
  const busy = "wait a moment and try again; if this continues, look at the gateway's log"
  return [{ name: 'gateway', ...broken(refusalText(refusal), busy) }]
}

function show(context: Context, checks: readonly DoctorCheck[]): void {
  const state = worstOf(checks)
  context.print(context.json ? JSON.stringify({ state, checks }) : humanText(checks))
  endWith(state)
}

function endWith(state: unknown): void {
  if (state === 'broken') throw new CliFailure('refused', 'some checks failed')
}

function humanText(checks: readonly unknown[]): string {
  const rows = checks.map((check) => {
    const state = shown(at(check, 'state'))
    return [state === 'broken' ? 'BROKEN' : state, at(check, 'name'), at(check, 'detail')]
  })
  const remedies = checks
    .filter((check) => at(check, 'remedy') !== undefined)
    .map((check) => `  ${shown(at(check, 'name'))}: ${shown(at(check, 'remedy'))}`)
  const found = table(['STATE', 'CHECK', 'FOUND'], rows, 'nothing was checked')
  return remedies.length === 0 ? found : [found, '', 'What to do:', ...remedies].join('\n')
}
