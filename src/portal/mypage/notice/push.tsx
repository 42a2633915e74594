import { useEffect } from 'react'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { entranceTo } from '#portal/mypage/entrances.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { pushApi } from '#protocol/push.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChoiceFields, fillQuiet } from './push-choice.tsx'
import { Again, NotHere, type Device, type Pushes } from './push-here.tsx'
import { unsubscribe } from '#portal/mypage/shared/push-subscribe.ts'
import type { Route } from './+types/push.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const { label: title } = entranceTo(pages.push)

const done = (what: string) => withQuery(pages.push, { done: what })

/** What was done last, by the name in the address. */
const sentences: Readonly<Record<string, { title: string; body: string }>> = {
  added: {
    title: 'この端末でプッシュ通知を受け取ります',
    body: '次のお知らせから、この端末の画面に届きます。確かめのメールもお送りしました。',
  },
  changed: { title: '設定を保存しました', body: '次のお知らせから、選んだとおりに届きます。' },
  removed: { title: '端末のプッシュ通知をやめました', body: 'お知らせは、マイページに残ります。' },
  declined: {
    title: 'プッシュ通知のご案内を止めました',
    body: '受け取りたくなったら、この画面でいつでも始められます。',
  },
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const pushes = await ask(url, callOf(context)(pushApi.pushGet))
  const { searchParams } = url
  return {
    pushes,
    done: searchParams.get('done') ?? '',
    /** The worker has led here: the browser's address is another than the one we know. */
    isCutOff: searchParams.has('renew'),
    keys: freshKeysOf(context),
  }
}

export const action = actions({
  add: { endpoint: pushApi.pushPost, fill: fillQuiet, to: done('added') },
  change: { endpoint: pushApi.pushPut, fill: fillQuiet, to: done('changed') },
  remove: { endpoint: pushApi.pushDelete, to: done('removed') },
  mail: {
    ask: (call, form, idempotencyKey) =>
      call(pushApi.pushChoicePut, {
        body: { mailUnlessRead: form.get('mailUnlessRead') === 'on' },
        idempotencyKey,
      }),
    to: done('changed'),
  },
  decline: {
    ask: (call, _form, idempotencyKey) =>
      call(pushApi.pushChoicePut, { body: { declined: true }, idempotencyKey }),
    to: done('declined'),
  },
})

export const meta = mypageMeta(title)

export default function Push({ loaderData, actionData }: Route.ComponentProps) {
  const { pushes, done: what, isCutOff, keys } = loaderData
  const refused = actionData?.refused
  const isTaken = refused?.code === 'PUSH_DEVICE_TAKEN'
  // What another account had here is given up, so that the next press gets an address of its own.
  useEffect(() => {
    if (isTaken) void unsubscribe()
  }, [isTaken])
  const said = refused === undefined ? sentences[what] : undefined
  const current = pushes.devices.find((device) => device.current)
  const others = pushes.devices.filter((device) => !device.current)
  return (
    <Frame title={title} way={[pages.notices, pages.noticeSettings]}>
      <Stopped refused={refused} title="保存できませんでした" />
      {said === undefined ? null : (
        <Notice tone="good" role="status" title={said.title}>
          <p>{said.body}</p>
        </Notice>
      )}
      <p className="lead">
        お知らせが届いたことを、端末の画面でもお知らせします。押すと、そのお知らせの画面が開きます。
      </p>
      <Section id="here" title="この端末">
        {current === undefined ? (
          <NotHere pushes={pushes} keys={keys} />
        ) : isCutOff ? (
          <Again device={current} pushes={pushes} keys={keys} />
        ) : (
          <DeviceForm device={current} always={pushes.always} keys={keys} />
        )}
      </Section>
      {others.length === 0 ? null : (
        <Section id="others" title="ほかの端末">
          {others.map((device) => (
            <DeviceForm key={device.deviceId} device={device} always={pushes.always} keys={keys} />
          ))}
        </Section>
      )}
      {pushes.devices.length === 0 ? null : <MailForm pushes={pushes} keys={keys} />}
    </Frame>
  )
}

type DeviceFormProps = {
  readonly device: Device
  readonly always: Pushes['always']
  readonly keys: FormKeys
}

function DeviceForm({ device, always, keys }: DeviceFormProps) {
  const { deviceId, device: name, addedAt, deliveredAt } = device
  return (
    <div className="card">
      <h3>{name}</h3>
      <p className="small muted">
        {formatDateTime(addedAt)}に追加
        {deliveredAt === undefined ? null : `・最後のお届け ${formatDateTime(deliveredAt)}`}
      </p>
      <KeyedForm keys={keys} of={`change.${deviceId}`} values={{ intent: 'change', deviceId }}>
        <ChoiceFields of={deviceId} choice={device} always={always} />
        <SubmitRow kind="primary">この内容で保存する</SubmitRow>
      </KeyedForm>
      <KeyedForm keys={keys} of={`remove.${deviceId}`} values={{ intent: 'remove', deviceId }}>
        <Submit>
          やめる<span className="visually-hidden">（{name}）</span>
        </Submit>
      </KeyedForm>
    </div>
  )
}

function MailForm({ pushes, keys }: { readonly pushes: Pushes; readonly keys: FormKeys }) {
  return (
    <Section id="mail" title="同じ内容のメール">
      <KeyedForm keys={keys} of="mail" values={{ intent: 'mail' }} className="card">
        <Checkbox
          name="mailUnlessRead"
          value="on"
          label="プッシュ通知から30分のうちに読んだら、同じ内容のメールは受け取らない"
          hint="メールは、読まれるのを待ってからお送りします。お手続き・未払い・セキュリティのメールは、これまでどおりすぐにお送りします。"
          defaultChecked={pushes.mailUnlessRead}
        />
        <SubmitRow>この内容で保存する</SubmitRow>
      </KeyedForm>
    </Section>
  )
}
