import { contractRoleLabels } from '#vocabulary/family.ts'
import { linePage, pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { SpeedSwitch } from '#portal/mypage/shared/speed-switch.tsx'
import { type SwitchAnswer, switchSpeed } from '#portal/mypage/shared/switch-speed.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { familyApi } from '#protocol/family.ts'
import { Card } from '#ui/card.tsx'
import { DataVolume } from '#ui/data-volume.tsx'
import { formatDateTime, formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Route } from './+types/lines.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '残りと速度'

export async function loader({ context, url }: Route.LoaderArgs) {
  const family = await ask(url, callOf(context)(familyApi.familyLinesGet))
  return { family, keys: freshKeysOf(context) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return switchSpeed(callOf(context, form), url, form)
}

export const meta = mypageMeta(title)

/** The first page of a role: what is left, and the speed of what one may see. Nothing about money. */
export default function FamilyLinesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, keys } = loaderData
  const { role, lines, asOf } = family
  const left = leftOf(family)
  return (
    <Frame title={title} printedAt={asOf}>
      <section className="stage family-stage" aria-labelledby="family-left">
        <h2 id="family-left">{left.title}</h2>
        <p>
          <DataVolume bytes={left.bytes} kind="residual" size="figure" />
        </p>
        <p className="small">{formatDateTime(asOf)}の残りです。</p>
      </section>
      {lines.length === 0 ? (
        <Notice title="見られる回線がありません">回線が開通すると、ここに表示します。</Notice>
      ) : (
        lines.map((line) => (
          <LineCard
            key={line.highSpeed.line.lineId}
            {...{ line, keys, role, answer: actionData?.switched }}
          />
        ))
      )}
      <p className="tap">
        <a href={giftOf(family)}>データを贈る</a>
      </p>
      <p className="tap">
        <a href={pages.familyPlaces}>{contractRoleLabels[role]}の役割と、契約の切り替え</a>
      </p>
    </Frame>
  )
}

/** A user of a line gives from it. */
const giftOf = ({ role, lines: [own] }: Family) =>
  role === 'lineUser' && own !== undefined
    ? withQuery(pages.gift, { lineId: own.highSpeed.line.lineId })
    : pages.gift

type Family = Result<typeof familyApi.familyLinesGet>
type FamilyLine = Family['lines'][number]
type Left = { readonly title: string; readonly bytes: number }

/** What somebody can still use: of a user whose line has a cap the least of what is left, of the day, of the month and of all. */
function leftOf({ role, leftBytes, shared, lines }: Family): Left {
  const all: Left = { title: shared ? '家族みんなの残り' : '残り', bytes: leftBytes }
  const [own] = lines
  if (role !== 'lineUser' || own === undefined) return all
  return capsOf(own).reduce<Left>((least, cap) => (cap.bytes < least.bytes ? cap : least), all)
}

/** What the caps of a line leave. */
function capsOf({ highSpeed: { cap }, usedTodayBytes, usedThisMonthBytes }: FamilyLine) {
  const left = (title: string, capBytes: number | undefined, used: number) =>
    capBytes === undefined ? [] : [{ title, capBytes, bytes: Math.max(0, capBytes - used) }]
  return [
    ...left('きょうの残り', cap?.dayBytes, usedTodayBytes),
    ...left('今月の残り', cap?.monthBytes, usedThisMonthBytes),
  ]
}

function LineCard({
  line: shown,
  role,
  keys,
  answer,
}: {
  readonly line: FamilyLine
  readonly role: Family['role']
  readonly keys: FormKeys
  readonly answer: SwitchAnswer | undefined
}) {
  const { highSpeed, usedTodayBytes, usedThisMonthBytes } = shown
  const { line } = highSpeed
  return (
    <Card>
      <h2>{fullNameOfLine(line)}</h2>
      <SummaryList
        entries={[
          { term: '今日使った量', value: <DataVolume bytes={usedTodayBytes} kind="used" /> },
          { term: '今月使った量', value: <DataVolume bytes={usedThisMonthBytes} kind="used" /> },
          ...capsOf(shown).map(({ title, capBytes, bytes }) => ({
            term: title,
            value: `${formatVolume(bytes, 'residual')}（上限 ${formatVolume(capBytes, 'quota')}）`,
          })),
        ]}
      />
      <SpeedSwitch line={highSpeed} keys={keys} answer={answer} />
      {role === 'lineUser' && highSpeed.speedReason === 'lineCap' ? (
        <p>もっと使いたいときは、契約者の方に「今日だけ増やす」をお願いしてください。</p>
      ) : null}
      {role === 'lineUser' ? null : (
        <p className="tap">
          <a href={linePage(line.lineId)}>この回線の名前・端末・紛失時の停止</a>
        </p>
      )}
    </Card>
  )
}
