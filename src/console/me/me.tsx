import type { LoaderFunctionArgs } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { Hidden } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Stayed } from '#portal/mypage/flow/submit.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { callOf } from '#portal/request.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { accessApi } from '#protocol/console/access.ts'
import { staffApi } from '#protocol/console/staff.ts'
import { LettersSwitch } from '#console/keyboard/sheets.tsx'
import { Facts, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { places } from '#console/shell/places.ts'
import { rolesText } from '#console/shell/rail.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Openings } from '#console/access/openings.tsx'
import { Logins } from './logins.tsx'
import { OwnNumbers } from './own-numbers.tsx'
import { StaffList } from './staff-list.tsx'

const title = '自分のログイン'
export const handle = { crumbs: [{ label: title }] }
export const meta = consoleMeta(title)

export const action = actions({
  end: { endpoint: staffApi.consoleStaffLoginsEndPost, to: `${places.me}?done=ended` },
  number: { endpoint: accessApi.consoleOwnNumbersPost, to: `${places.me}?done=number` },
})

export async function loader({ context, url }: LoaderFunctionArgs) {
  const call = callOf(context)
  const [me, numbers, mine, all] = await Promise.all([
    ask(url, call(staffApi.consoleMeGet)),
    attempt(call(accessApi.consoleOwnNumbersGet)),
    attempt(call(accessApi.consoleAccessMineGet)),
    // Only some roles may see and end the logins of others.
    attempt(call(staffApi.consoleStaffGet)),
  ])
  return {
    me,
    numbers: numbers.ok ? numbers.value.numbers : undefined,
    openings: mine.ok ? mine.value.openings : undefined,
    staff: all.ok ? all.value.staff : undefined,
    done: url.searchParams.get('done') ?? '',
    keys: freshKeysOf(context),
  }
}

type MePageProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: Stayed | undefined
}

const doneWords: Readonly<Record<string, string>> = {
  ended: 'ログインを終わらせました。',
  number: '届け出ました。この番号の記録は、あなたには開けません。',
}

/** Who one is here, until when, and from where one is logged in; for some roles the others too. */
export default function MePage({ loaderData, actionData }: MePageProps) {
  const { me, numbers, openings, staff, done, keys } = loaderData
  return (
    <div className="stack narrow">
      <h1>{title}</h1>
      <Refused refused={actionData?.refused} />
      <Said>{actionData === undefined ? doneWords[done] : undefined}</Said>
      <Panel title={me.name} beside={rolesText(me.roles)}>
        <PanelBody>
          <Facts
            facts={[
              [
                '役割を確かめた',
                <>
                  {formatDateTime(me.rolesReadAt)}{' '}
                  {me.rolesAreStale ? <Badge tone="warning">古くなっています</Badge> : null}
                </>,
              ],
              ['このログインの終わり', formatDateTime(me.until)],
              ['操作がないとき', `${me.idleMinutes}分でログアウト`],
              ['2段階目の確認', `${formatDateTime(me.secondFactorUntil)}まで有効`],
            ]}
          />
          {me.rolesAreStale ? (
            <Notice tone="warning" title="社員名簿につながりません">
              <p>承認などの判断は、役割を確かめ直せるまで止まります。見ることと返事はできます。</p>
            </Notice>
          ) : null}
          <form method="post" action="/auth/logout">
            <Hidden values={{ [antiForgery.field]: keys.xsrfToken }} />
            <button type="submit" className="button">
              ログアウトする
            </button>
          </form>
        </PanelBody>
      </Panel>
      <Panel title="ログイン中の端末" beside={`${me.logins.length}件`}>
        <Logins logins={me.logins} />
      </Panel>
      <Panel title="キーボード">
        <PanelBody>
          <LettersSwitch />
        </PanelBody>
      </Panel>
      {numbers === undefined ? null : (
        <OwnNumbers numbers={numbers} keys={keys} stayed={actionData} />
      )}
      {openings === undefined ? null : (
        <Panel title="自分が開いた記録" beside={`${openings.length}件（31日分）`}>
          <Openings openings={openings} />
        </Panel>
      )}
      {staff === undefined ? null : <StaffList staff={staff} keys={keys} ownId={me.staffId} />}
    </div>
  )
}
