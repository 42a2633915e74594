import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { attemptCauses, webhookEventLabels } from '#vocabulary/webhook.ts'
import type { Delivery, Webhook } from './wire.ts'

type DeliveriesProps = {
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly keys: FormKeys
}

/** What one receiver was told, with the very words that were sent and how each try was answered. */
export function Deliveries({ webhook, deliveries, keys }: DeliveriesProps) {
  return (
    <Section id="deliveries" title="お届けの記録">
      {deliveries.length === 0 ? (
        <EmptyState title="お届けしたものは、まだありません">
          「テストを送る」で、届くかどうかを確かめられます。
        </EmptyState>
      ) : (
        <>
          <p className="small">新しいものから50件まで、30日のあいだ出ます。</p>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.deliveryId}
              delivery={delivery}
              isOn={webhook.state === 'on'}
              keys={keys}
            />
          ))}
        </>
      )}
    </Section>
  )
}

const tones = { delivered: 'good', waiting: 'neutral', failed: 'danger' } as const

function DeliveryRow({
  delivery,
  isOn,
  keys,
}: Pick<DeliveriesProps, 'keys'> & { readonly delivery: Delivery; readonly isOn: boolean }) {
  const { deliveryId, type, state, stateLabel, body, madeAt, dueAt, attempts } = delivery
  return (
    <details className="card webhook-delivery">
      <summary>
        <Badge tone={tones[state]}>{stateLabel}</Badge> {webhookEventLabels[type]}{' '}
        <span className="small muted">{formatDateTime(madeAt)}</span>
      </summary>
      <p className="small">
        番号（webhook-id）：<code>{deliveryId}</code>
      </p>
      <h3>送った内容</h3>
      <pre className="webhook-code">{body}</pre>
      <h3>返事</h3>
      {attempts.length === 0 ? <p>まだ送っていません。</p> : null}
      <ol reversed>
        {attempts.map((attempt) => (
          <li key={`${attempt.at}/${attempt.milliseconds}`}>
            <p>
              {formatDateTime(attempt.at)}・{answerWords(attempt)}・{attempt.milliseconds}ミリ秒
            </p>
            {attempt.answer === undefined ? null : (
              <pre className="webhook-code">{attempt.answer}</pre>
            )}
          </li>
        ))}
      </ol>
      {dueAt === undefined ? null : (
        <p className="small">次に送るのは{formatDateTime(dueAt)}です。</p>
      )}
      {isOn ? (
        <KeyedForm keys={keys} of={`again.${deliveryId}`} values={{ intent: 'again', deliveryId }}>
          <Submit>
            再送
            <span className="visually-hidden">
              （{webhookEventLabels[type]}、{formatDateTime(madeAt)}）
            </span>
          </Submit>
        </KeyedForm>
      ) : null}
    </details>
  )
}

const answerWords = ({ status, cause }: Delivery['attempts'][number]) =>
  cause === undefined ? `HTTP ${status}` : attemptCauses[cause]
