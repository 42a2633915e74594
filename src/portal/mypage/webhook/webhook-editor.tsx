import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { webhookStateWords } from '#vocabulary/states/webhook.ts'
import { EventChoice } from './event-choice.tsx'
import type { Webhook } from './wire.ts'

type WebhookEditorProps = {
  readonly webhook: Webhook
  readonly keys: FormKeys
  readonly refused: Stayed['refused'] | undefined
}

/** One receiver: where it is, whether it is told anything, and a test. */
export function WebhookHead({ webhook, keys }: Omit<WebhookEditorProps, 'refused'>) {
  const { webhookId, url, state, events } = webhook
  return (
    <>
      <p className="webhook-address">
        <code>{url}</code>
      </p>
      {state === 'on' ? (
        <KeyedForm keys={keys} of="test" values={{ webhookId, intent: 'test' }}>
          <Submit kind="primary">テストを送る</Submit>
        </KeyedForm>
      ) : (
        <>
          <Notice tone={state === 'stopped' ? 'warning' : 'info'}>
            {webhookStateWords[state].sentence}
          </Notice>
          <KeyedForm
            keys={keys}
            of="restart"
            values={{ webhookId, intent: 'change', isOn: 'on', events }}
          >
            <Submit kind="primary">もう一度始める</Submit>
          </KeyedForm>
        </>
      )}
    </>
  )
}

/** What it is told, its secret, and its end. */
export function WebhookEditor({ webhook, keys, refused }: WebhookEditorProps) {
  const { webhookId, state, events, formerSecretUntil } = webhook
  const only = { webhookId }
  return (
    <>
      <Section id="setting" title="設定">
        <KeyedForm keys={keys} of="change" values={{ ...only, intent: 'change' }} className="form">
          <EventChoice chosen={events} error={errorsOf(refused)['events']} />
          <Checkbox
            name="isOn"
            value="on"
            label="このアドレスにお届けする"
            hint="外すと、次に始めるまでのできごとはお届けしません。"
            defaultChecked={state === 'on'}
          />
          <Submit>設定を保存する</Submit>
        </KeyedForm>
      </Section>
      <Section id="secret" title="署名の鍵">
        <p>
          知られたかもしれないときは替えてください。替えたあと24時間は、前の鍵も署名に使います。
          {formerSecretUntil === undefined
            ? ''
            : `いまは、${formatDateTime(formerSecretUntil)}まで前の鍵も使っています。`}
        </p>
        <KeyedForm keys={keys} of="secret" values={{ ...only, intent: 'secret' }}>
          <Submit>署名の鍵を替える</Submit>
        </KeyedForm>
      </Section>
      <Section id="remove" title="消す">
        <p>お届けの記録も消えます。すぐに、何も届かなくなります。</p>
        <KeyedForm keys={keys} of="remove" values={{ ...only, intent: 'remove' }}>
          <Submit kind="danger">このWebhookを消す</Submit>
        </KeyedForm>
      </Section>
    </>
  )
}
