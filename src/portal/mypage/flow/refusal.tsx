import { orderPage, pages, withQuery } from '#vocabulary/pages.ts'
import type { Operation } from '#vocabulary/operation.ts'
import { useLocation } from 'react-router'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Notice } from '#ui/notice.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Permission } from '#protocol/procedure.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { procedurePages } from '#portal/mypage/flow/procedures.ts'
import type { ErrorCode } from '#protocol/errors.ts'

type Way = {
  readonly label: string
  readonly href: string
  /** The page leads back to where one was. */
  readonly leadsBack?: boolean
}

const general = {
  UNPAID: { label: 'お支払いの状況を確認する', href: pages.pay },
  CARD_MISSING: { label: 'カードを登録・変更する', href: pages.card, leadsBack: true },
  PAYMENT_REFUSED: { label: 'カードを変更する', href: pages.card, leadsBack: true },
  PAYMENT_UNKNOWN: { label: 'お支払いの状況を確認する', href: pages.pay },
  SPENDING_LIMIT_REACHED: { label: '料金の上限を変える', href: pages.spending, leadsBack: true },
  NOTHING_TO_PAY: { label: 'これまでの請求を見る', href: pages.billing },
  PORT_OUT_LOCKED: { label: 'ロックを確認・解除する', href: pages.lock },
  SIM_CHANGE_LOCKED: { label: 'ロックを確認・解除する', href: pages.lock },
  TOP_UP_LOCKED: { label: 'ロックを確認・解除する', href: pages.lock },
  LOCK_LIFTING: { label: 'ロックの状況を確認する', href: pages.lock },
  SUSPENDED: { label: '停止の理由と再開の方法を確認する', href: pages.top },
  NOTHING_BOOKED: { label: 'ご契約内容を確認する', href: pages.contract },
  UNDO_LIMIT_PASSED: { label: 'お手続き状況を確認する', href: pages.orders },
  OUTCOME_UNKNOWN: { label: 'お手続き状況を確認する', href: pages.orders },
  IDEMPOTENCY_KEY_REUSED: { label: 'お手続き状況を確認する', href: pages.orders },
  PAPER_ALREADY_ORDERED: { label: '発送の状況を確認する', href: `${pages.documents}#papers` },
} satisfies Partial<Record<ErrorCode, Way>>

/** With those to the pages of procedures, which declare what they lift. */
const waysByReason = new Map<string, Way>([
  ...Object.entries(general),
  ...Object.values(procedurePages).flatMap(({ path, lifts = {} }) =>
    Object.entries(lifts).map(([code, label]): [string, Way] => [code, { label, href: path }]),
  ),
])

/** What to do instead: the order that is in the way first, else what lifts the rule. */
export function insteadOf({
  code = '',
  blockedBy,
}: Pick<Partial<Refusal>, 'code' | 'blockedBy'>): Way | undefined {
  const known = waysByReason.get(code)
  if (known !== undefined) return known
  return blockedBy ? { label: '進行中のお手続きを確認する', href: orderPage(blockedBy) } : undefined
}

/** A refusal of the wire, or the "no" of a permission, which names its code as the specification does. */
type Shown = Partial<Refusal> & Pick<Permission, 'reasonCode'>

/** What to put in the queue, and the keys of the form that does it. */
export type Queueing = {
  readonly keys: FormKeys
  readonly request: { readonly operation: Operation } & Readonly<Record<string, string | undefined>>
}

type RefusalNoticeProps = {
  readonly reason: Shown
  readonly title?: string | undefined
  /** `alert` where it answers a press; a page that opens with it needs no interruption. */
  readonly answersPress?: boolean
  readonly queueing?: Queueing | undefined
  /** The request is not complete yet: 確認 will offer the queue. */
  readonly isQueuedLater?: boolean
  /** Where the way out is another than the rule's own. */
  readonly hasWay?: boolean
}

function WayAndBack({ label, href }: Way) {
  const { pathname, search } = useLocation()
  return <TextLink href={withQuery(href, { back: pathname + search })}>{label}</TextLink>
}

/** Never a greyed button without words: which rule, why, from when, what instead; the number to quote last. */
export function RefusalNotice({
  reason,
  title = 'いまは、この手続きを受け付けられません',
  answersPress = false,
  queueing,
  isQueuedLater = false,
  hasWay = true,
}: RefusalNoticeProps) {
  const { freeFrom, traceKey, queueable = false } = reason
  const sentences = Object.values(reason.fields ?? {}).flat()
  const way = hasWay
    ? insteadOf({
        code: reason.code ?? reason.reasonCode,
        blockedBy: reason.blockedBy,
      })
    : undefined
  return (
    <Notice tone="warning" title={title} {...(answersPress ? { role: 'alert' as const } : {})}>
      <p>
        <Sentence>{reason.message}</Sentence>
      </p>
      {sentences.length === 0 ? null : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {freeFrom === undefined ? null : (
        <p>
          <strong>{formatWhen(freeFrom)}</strong>から手続きできます。
        </p>
      )}
      {way === undefined ? null : (
        <p className="tap">
          {way.leadsBack ? (
            <WayAndBack {...way} />
          ) : (
            <TextLink href={way.href}>{way.label}</TextLink>
          )}
        </p>
      )}
      {queueable && isQueuedLater ? (
        <p>
          内容を選んで次の画面へ進むと、受け付けられるようになったら自動で申し込むよう、頼んでおけます。
        </p>
      ) : null}
      {queueable && queueing ? <QueueForm {...queueing} /> : null}
      {traceKey === undefined ? null : <p className="small">お問い合わせ番号：{traceKey}</p>}
    </Notice>
  )
}

/** 「受け付けられるようになったら自動で申し込む」: posted to the order page, which keeps the queue. */
function QueueForm({ keys, request }: Queueing) {
  const { pathname, search } = useLocation()
  const key = ['queue', ...Object.values(request)].join('.')
  return (
    <KeyedForm
      keys={keys}
      of={key}
      values={{ intent: 'queue', from: pathname + search, ...request }}
      action={pages.orders}
      className="flow"
    >
      <p>
        待たずに頼んでおくこともできます。受け付けられるようになったら自動で申し込み、結果をメールでお知らせします。それまでは、いつでも取り下げられます。
      </p>
      <Submit>受け付けられるようになったら自動で申し込む</Submit>
    </KeyedForm>
  )
}
