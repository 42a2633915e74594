import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { webhookPage } from '#vocabulary/pages.ts'
import { EventChoice } from './event-choice.tsx'
import type { Webhook, Webhooks } from './wire.ts'

type WebhookListProps = Pick<Stayed, 'typed'> & {
  readonly list: Webhooks
  readonly keys: FormKeys
  readonly refused: Stayed['refused'] | undefined
  readonly chosen: readonly string[]
}

/** The receivers of the contract, and a form for one more. */
export function WebhookList({ list, keys, refused, typed, chosen }: WebhookListProps) {
  const { webhooks, limit } = list
  const of = fieldsFrom(typed, errorsOf(refused))
  return (
    <>
      <p className="lead">
        請求の確定や手続きの進みを、あなたのプログラムにすぐお知らせします。送るのは番号とできごとの種類だけで、お名前・電話番号・料金は送りません。
      </p>
      {webhooks.length === 0 ? (
        <EmptyState title="Webhookは、まだありません">
          作ると、届け先と、最後に届いた日時がここに並びます。
        </EmptyState>
      ) : (
        webhooks.map((webhook) => <WebhookCard key={webhook.webhookId} webhook={webhook} />)
      )}
      <Section id="make" title="Webhookを作る">
        {webhooks.length >= limit ? (
          <Notice title={`作れるWebhookは${limit}個までです`}>
            使わないものを消してから、作ってください。
          </Notice>
        ) : (
          <KeyedForm keys={keys} of="make" values={{ intent: 'make' }} className="form">
            <Field
              {...of('url')}
              label="届け先のアドレス"
              hint="https:// で始まる、インターネットから届くアドレス。IPアドレスは使えません。"
              required
              maxLength={2000}
              inputMode="url"
              autoComplete="off"
            />
            <EventChoice chosen={chosen} error={errorsOf(refused)['events']} />
            <Submit kind="primary">Webhookを作る</Submit>
          </KeyedForm>
        )}
      </Section>
      <Section id="how" title="受け取り方">
        <ul>
          <li>
            署名は、公開の決まり「Standard
            Webhooks」のとおりです。各言語の公開ライブラリーで確かめられます。
          </li>
          <li>15秒以内に、2xxの返事をしてください。転送（3xx）先には送りません。</li>
          <li>
            返事がないときは、5秒・5分・30分と間をのばして、3日のあいだ送り直します。それでも届かなければ止めて、メールでお知らせします。
          </li>
          <li>同じ番号（webhook-id）が2回届くことがあります。1回だけ処理してください。</li>
          <li>
            ほかのすべてのログインを終わらせたとき、回線を家族に譲ったとき、ご契約が終わったときは、すべて消えます。
          </li>
        </ul>
      </Section>
    </>
  )
}

function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, url, state, stateLabel, lastDeliveredAt, failingSince } = webhook
  return (
    <Card>
      <h2 className="webhook-address">
        <a href={webhookPage(webhookId)}>{url}</a>
      </h2>
      <p>
        <Badge tone={toneOf(webhook)}>{stateLabel}</Badge>
      </p>
      <p className="small">
        {lastDeliveredAt === undefined
          ? 'まだ届いていません'
          : `最後に届いたのは${formatDateTime(lastDeliveredAt)}`}
        {failingSince === undefined || state !== 'on'
          ? ''
          : `・${formatDateTime(failingSince)}から届いていません`}
      </p>
    </Card>
  )
}

function toneOf({ state, failingSince }: Webhook) {
  if (state === 'stopped') return 'danger'
  if (state === 'off') return 'neutral'
  return failingSince === undefined ? 'good' : 'warning'
}
