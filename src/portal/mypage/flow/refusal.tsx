import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Operation } from '#vocabulary/operation.ts'
import { useLocation } from 'react-router'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
import { insteadOf, type Way } from '#portal/mypage/flow/instead.ts'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Form } from '#portal/fields/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Permission } from '#protocol/procedure.ts'
import type { Refusal } from '#vocabulary/refusal.ts'

/** A refusal of the wire, or the "no" of a permission, which names its code as the specification does. */
type Shown = Partial<Refusal> & Pick<Permission, 'reasonCode'>

/** What to put in the queue, and the keys of the form that does it. */
export type Queueing = {
  readonly keys: FormKeys
  readonly wish: { readonly operation: Operation } & Readonly<Record<string, string | undefined>>
}

type RefusalNoticeProps = {
  readonly reason: Shown
  readonly title?: string | undefined
  /** `alert` where it answers a press; a page that opens with it needs no interruption. */
  readonly answersPress?: boolean
  readonly queueing?: Queueing | undefined
  /** The wish is not complete yet: 確認 will offer the queue. */
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
function QueueForm({ keys, wish }: Queueing) {
  const { pathname, search } = useLocation()
  const key = ['queue', ...Object.values(wish)].join('.')
  return (
    <Form method="post" action={pages.orders} className="flow">
      <HiddenKeys keys={keys} of={key} />
      <Hidden values={{ intent: 'queue', from: pathname + search, ...wish }} />
      <p>
        待たずに頼んでおくこともできます。受け付けられるようになったら自動で申し込み、結果をメールでお知らせします。それまでは、いつでも取り下げられます。
      </p>
      <Submit>受け付けられるようになったら自動で申し込む</Submit>
    </Form>
  )
}
