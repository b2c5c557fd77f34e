/**
 * The back office under fire: what must be there before a request of an operator can go right. A file is released by one who did
 * not prepare it, a case is settled once, a statement is of an account: chance alone would seldom come that far.
 */
import { askNobody } from '@sluice/gateway/approvals/approvals.fixture.ts'
import type { TestGateway } from '../harness.ts'
import { bankStages } from './office-bank.ts'
import { gatewayStages } from './office-gateway.ts'
import { moneyStages } from './office-money.ts'
import { peopleStages } from './office-people.ts'
import { furnished, type Stage, type Staged, type Stages } from './office-world.ts'

/** @param admin the token of an operator who may everything */
export async function openOffice(gateway: TestGateway, admin: string): Promise<Stage> {
  const office = await furnished(gateway, admin)
  const stages: Stages = {
    ...bankStages(office),
    ...gatewayStages(office),
    ...moneyStages(office),
    ...peopleStages(office),
  }
  const sandbox = async (): Promise<Staged> => ({
    segments: { merchantCode: office.merchant.code, kind: 'payin', id: await office.create('payins') },
  })
  return async ({ name }, dice) => {
    // Another policy may have been put since, and what is tried is what the acts do.
    await askNobody(gateway.database)
    return name.startsWith('POST /admin/sandbox/') ? sandbox() : stages[name]?.(dice)
  }
}
