import { lineWithSim } from '#portal/mypage/shared/line-words.ts'
import { formatDay, formatTime } from '#ui/format.ts'
import { OrderRings } from '#ui/order-rings.tsx'
import type { TimelineStep } from '#ui/timeline.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { orderApi } from '#protocol/order.ts'

type Order = Result<typeof orderApi.orderGet>

/** Where the order is, in one look: the state, what it means, what comes next, and its rings. */
export function OrderStage({ order }: { readonly order: Order }) {
  const { lines, stateLabel, message, next, tone, final } = order
  const steps = stepsOf(order)
  const isStopped = final && (tone === 'warning' || tone === 'danger')
  const progress = progressOf(order)
  return (
    <section
      className={`stage order-stage order-stage--${tone} ${isStopped ? 'stage--quiet' : ''}`}
      aria-labelledby="order-state"
    >
      <div className="order-stage__words">
        {lines.length === 0 ? null : (
          <p className="small muted">{lines.map(lineWithSim).join('、')}</p>
        )}
        <h2 id="order-state" className="order-stage__state">
          {stateLabel}
        </h2>
        <p>{message}</p>
        {next === undefined ? null : (
          <p>
            {next.label}：<strong>{dayOf(next.on)}</strong>
          </p>
        )}
        {progress === undefined ? null : <p className="small muted">{progress}</p>}
      </div>
      <OrderRings steps={steps} share={shareOf(order)} />
    </section>
  )
}

/** How far it is; of one that was given up or failed, no step is left and none was completed. */
export function progressOf(order: Pick<Order, 'timeline' | 'final' | 'tone'>): string | undefined {
  const steps = stepsOf(order)
  const current = steps.indexOf('current')
  if (current !== -1) return `${steps.length}つの手順のうち${current + 1}つ目です`
  return order.final && order.tone !== 'good'
    ? undefined
    : `${steps.length}つの手順がすべて終わりました`
}

/** Without the year: it is near, and given in full on the receipt beside it. */
const dayOf = (when: string) => formatDay(when) + (when.includes('T') ? formatTime(when) : '')

const states = { done: 'done', current: 'current', ahead: 'next', failed: 'failed' } as const

const stepsOf = ({ timeline }: Pick<Order, 'timeline'>) =>
  timeline.flatMap(({ position }) => (position === 'skipped' ? [] : [states[position]]))

/** How far the current step is by the time it is expected to take; undefined where no end is expected. */
function shareOf({ timeline, next, asOf }: Order): number | undefined {
  const since = timeline.find(({ position }) => position === 'current')?.at
  if (since === undefined || next === undefined) return undefined
  const [from, to] = [Date.parse(since), Date.parse(next.on)]
  return to > from ? (Date.parse(asOf) - from) / (to - from) : undefined
}

/** What has happened and what comes next, a line each. */
export const timelineOf = ({ timeline }: Pick<Order, 'timeline'>): TimelineStep[] =>
  timeline.flatMap(toStep)

function toStep(step: Order['timeline'][number]): TimelineStep[] {
  if (step.position === 'skipped') return []
  const { at, expectedOn, byStaff } = step
  const message =
    byStaff === undefined
      ? step.message
      : [
          step.message,
          `担当者がお客さまに代わって操作しました（お問い合わせ ${byStaff.ticketNo}）。`,
        ]
          .filter((sentence) => sentence !== undefined)
          .join('')
  const isExpected = at === undefined && expectedOn !== undefined
  return [
    {
      title: titleOf(step),
      state: states[step.position],
      at: at ?? expectedOn,
      ...(isExpected ? { isExpected } : {}),
      ...(message === undefined ? {} : { note: message }),
    },
  ]
}

/** The words of a state fit its moment: what is ahead is not over yet, and what is over is not under way. */
function titleOf({ label, position }: Order['timeline'][number]): string {
  if (position === 'ahead') return label.replace(/済み$/, '')
  return position === 'done' ? label.replace(/(?<!ご利用)中$/, '') : label
}
