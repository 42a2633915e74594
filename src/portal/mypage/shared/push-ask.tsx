import { pages } from '#vocabulary/pages.ts'
import { Hidden, KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { pushApi } from '#protocol/push.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { AddForm, useAbility } from './push-add.tsx'

type Pushes = Result<typeof pushApi.pushGet>

type Props = { readonly pushes: Pushes | undefined; readonly keys: FormKeys }

/**
 * Offers this device where it has just become plain what for, and never on a page's load: a browser is asked by the press.
 * "Not now" is for good. Nothing stands here for who has a device, has said no, or whose browser cannot be told.
 */
export function PushAsk({ pushes, keys }: Props) {
  const ability = useAbility()
  if (pushes?.publicKey === undefined || pushes.declined || pushes.devices.length > 0) return null
  if (ability !== 'asked' && ability !== 'granted') return null
  const { quietFrom, quietUntil } = pushes.usual
  return (
    <section className="card push-ask" aria-labelledby="push-ask">
      <h2 id="push-ask">次は、なくなる前に知らせますか</h2>
      <p>残りが少なくなったときなどに、この端末の画面でお知らせします。</p>
      <AddForm publicKey={pushes.publicKey} keys={keys} label="この内容で受け取る">
        <Hidden values={{ quiet: `${quietFrom}-${quietUntil}` }} />
        <Checkbox
          id="ask-alert"
          name="kinds"
          value="alert"
          label="残りが少ないとき"
          defaultChecked
        />
        <Checkbox
          id="ask-debt"
          name="kinds"
          value="debt"
          label="お支払いが確認できないとき"
          defaultChecked
        />
        <Checkbox
          id="ask-procedure"
          name="kinds"
          value="procedure"
          label="手続きの進みと、取り消せる期限"
          defaultChecked
        />
        <Checkbox id="ask-outage" name="kinds" value="outage" label="障害と工事" />
        <Checkbox
          id="ask-security"
          name="always"
          label="はじめての端末からのログイン"
          hint="いつも届きます。"
          defaultChecked
          disabled
        />
      </AddForm>
      <KeyedForm keys={keys} of="decline" values={{ intent: 'decline' }} action={pages.push}>
        <Submit kind="plain">いまはしない</Submit>
      </KeyedForm>
      <p className="small muted">
        次に端末が許可をたずねます。「いまはしない」なら、もう聞きません。設定からいつでも始められます。
      </p>
    </section>
  )
}
