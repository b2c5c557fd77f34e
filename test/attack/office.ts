/**
 * Prepares what an operator's valid request needs. A file is released by somebody who did not prepare it, a case is settled once, a
 * statement belongs to an account: random requests would seldom get that far.
 */
import { askNobody } from '@sluice/gateway/approvals/approvals.fixture.ts'
import type { TestGateway } from '../harness.ts'
import { bankStages } from './office-bank.ts'
import { gatewayStages } from './office-gateway.ts'
import { moneyStages } from './office-money.ts'
import { peopleStages } from './office-people.ts'
import { privacyStages } from './office-privacy.ts'
import { furnished, type Stage, type Staged, type Stages } from './office-world.ts'

/** @param admin the token of an operator with all rights */
export async function openOffice(gateway: TestGateway, admin: string): Promise<Stage> {
  const office = await furnished(gateway, admin)
  const stages: Stages = {
    ...bankStages(office),
    ...gatewayStages(office),
    ...moneyStages(office),
    ...peopleStages(office),
    ...privacyStages(office),
  }
  const sandbox = async (): Promise<Staged> => ({
    segments: { merchantCode: office.merchant.code, kind: 'payin', id: await office.create('payins') },
  })
  return async ({ name }, dice) => {
    // An earlier request may have changed the approval policy, and here the operations themselves are tested.
    await askNobody(gateway.database)
    return name.startsWith('POST /admin/sandbox/') ? sandbox() : stages[name]?.(dice)
  }
}
