import { findLines } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import type { ApplicationLine } from '#domain/application/answers.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { sealChosen, type ChosenOption } from '../rows/chosen-options.ts'
import { requestSim } from './ask-carrier.ts'
import { prepareSimOrder } from '../rows/prepared-order.ts'
import type { SimOrder } from '../rows/details.ts'
import type { SimProgress } from './take-effect.ts'
import { insertPreparingLine } from './change-line.ts'
import { planSimOrder } from '../queries/order-plan.ts'
import { refuseUsedEid } from './place-order.ts'
import { simOrder } from '../procedure.ts'
import { portInOf, sealPortIn } from '../rows/port-in.ts'

type Ordered = {
  readonly line: ApplicationLine
  /** The options of this line; those of the contract are with its first. */
  readonly options: readonly ChosenOption[]
}

type Deps = SimProgress & { book: PriceBook }

/**
 * Has the SIM of a new contract's line made. What it costs is booked when service begins (billing.md 9).
 * @throws RefusalError EID_IN_USE
 */
export async function openLine(
  tx: Db,
  deps: Deps,
  who: Who,
  { line: ordered, options }: Ordered,
): Promise<SimOrder> {
  const { contractId, accountId, now } = who
  const { sealing, book } = deps
  const { kind, size: simSize, nickname } = ordered
  if (kind === undefined || simSize === undefined)
    throw new Error('a line without a kind or a size of its SIM cannot be opened')
  const eid = simSize === 'esim' ? ordered.eid : undefined
  const portIn = portInOf(ordered)
  const lines = await findLines(tx, contractId)
  const plan = planSimOrder(
    { lines },
    { order: 'add', kind, simSize, eid, nickname },
    { now, book },
  )
  const eidIndex = eid === undefined ? undefined : sealing.index('eid', eid)
  if (eidIndex !== undefined) await refuseUsedEid(tx, eidIndex)
  const line = await insertPreparingLine(tx, sealing, contractId, lines, {
    ...plan,
    number: portIn?.number,
  })
  const holder = await readHolder(tx, sealing, accountId)
  const prepared = prepareSimOrder(sealing, plan, holder, portIn)
  const order = await takeOrderStep(tx, deps.engine, who, {
    procedure: simOrder,
    step: simOrder.open({
      lineId: line.line_id,
      procedure: 'lineOpen',
      event: 'ordered',
      expectedOn: plan.endsOn,
      details: {
        wish: { order: 'add', kind, simSize },
        eidIndex,
        exchangeId: prepared.exchangeId,
        ...(portIn && { portIn: sealPortIn(sealing, line, portIn) }),
        chosenOptions: sealChosen(sealing, line, options),
        nextSteps: [
          plan.isEsim
            ? nextStep('eSIMのプロファイルができたら、端末に追加してください。')
            : nextStep('SIMが届きます。', plan.arrivesOn),
          nextStep('切り替えの日時を選べます。選ばれないときは自動で切り替えます。', plan.endsOn),
        ],
      },
    }),
    audit: { action: 'line-opening-ordered', details: { kind, simSize, line: line.line_id } },
  })
  await requestSim(tx, deps, order, line, prepared, now)
  return order
}
