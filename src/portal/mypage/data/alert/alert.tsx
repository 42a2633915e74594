import { ask, statusOf } from '#portal/mypage/flow/attempt.ts'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { useStored } from '#portal/stored/use-stored.ts'
import type { StoredAlerts } from '#portal/stored/figures.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { alertApi } from '#protocol/alert.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import type { Alerts } from '#portal/mypage/shared/wire.ts'
import { SettingsForm } from './settings-form.tsx'
import type { Route } from './+types/alert.ts'
import { data } from 'react-router'
import { send } from '#portal/mypage/flow/submit.ts'
import { typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { choiceOf, readOwn } from './thresholds.ts'

const ownFields = [
  ['ownBytes', 'remainingBytes'],
  ['ownPercent', 'usedPercent'],
  ['ownYen', 'chargesYen'],
] as const

/** Saves the ticked thresholds and those typed beside them; keeps what was typed where it cannot. */
async function act(call: Call, url: URL, form: FormData) {
  const ticked = form.getAll('thresholds').map(String)
  const entered = { ticked, typed: typedIn(form), usedUp: form.get('usedUp') === 'on' }
  const errors: Record<string, string> = {}
  for (const [field, unit] of ownFields) {
    const read = readOwn(unit, textOf(form, field))
    if (typeof read === 'string') errors[field] = read
    else if (read && !ticked.includes(choiceOf(read))) form.append('thresholds', choiceOf(read))
  }
  if (Object.keys(errors).length > 0)
    return data({ entered, errors, saved: false, refused: undefined }, { status: 400 })

  const answer = await send(call, url, alertApi.highSpeedResidualNotificationPut, form)
  if ('value' in answer)
    return data({ entered: undefined, errors: {}, saved: true, refused: undefined })
  const { refused } = answer
  return data({ entered, errors: {}, saved: false, refused }, { status: statusOf(refused) })
}

const title = 'データ残量のお知らせ'

export async function loader({ context, url }: Route.LoaderArgs) {
  const alerts = await ask(url, callOf(context)(alertApi.highSpeedResidualNotificationGet))
  return { alerts, keys: keysOf(context, url) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return act(callOf(context, form), url, form)
}

export const meta = mypageMeta(title)

/** What can be changed without network, and nothing of where the mail goes. */
const storedAlerts = ({ usedUp, thresholds, channel }: Alerts): StoredAlerts => ({
  usedUp,
  thresholds,
  channel,
})

export default function Notification({ loaderData, actionData }: Route.ComponentProps) {
  const { alerts, keys } = loaderData
  useStored('alerts', storedAlerts(alerts))
  return (
    <Frame title={title}>
      {actionData === undefined ? null : <FieldErrors errors={actionData.errors} />}
      {actionData?.saved ? (
        <Notice tone="good" role="status" title="設定を保存しました">
          <p>次にその値になったときからお知らせします。</p>
        </Notice>
      ) : null}
      {actionData?.refused === undefined ? null : (
        <RefusalNotice answersPress title="保存できませんでした" reason={actionData.refused} />
      )}
      <p className="lead">
        選んだ値になったときに、それぞれ月に1回だけお知らせします。速度が変わる前に気づけます。
      </p>
      <SettingsForm
        // Fields without state of their own take what was saved, or typed, only when they are made anew.
        key={JSON.stringify(actionData?.entered ?? [alerts.thresholds, alerts.usedUp])}
        alerts={alerts}
        keys={keys}
        entered={actionData?.entered}
        errors={actionData?.errors ?? {}}
      />
      <Section id="sent" title="これまでのお知らせ">
        <Sent sent={alerts.sent} />
      </Section>
    </Frame>
  )
}

function Sent({ sent }: { readonly sent: Alerts['sent'] }) {
  if (sent.length === 0)
    return (
      <EmptyState title="まだお知らせはありません">
        選んだ値になると、日時と内容をここに残します。
      </EmptyState>
    )
  return (
    <Table
      caption="お送りしたお知らせ"
      captionHidden
      stack
      columns={[
        ['日時', ({ at }) => formatDateTime(at), { rowHeader: true }],
        ['内容', ({ message }) => message],
      ]}
      rows={sent}
      rowKey={({ at, unit, value }) => `${at}${unit}${value}`}
    />
  )
}
