import { Link } from 'react-router'
import { recordParts, type RecordPart } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { StatePanel } from '#console/shell/failure.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { Icon } from '#console/shell/icon.tsx'
import { places, queuePlace, recordPlace } from '#console/shell/places.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import type { Grant, Loaded } from './load.ts'
import { PartView } from './part-view.tsx'
import { RecordSide } from './side.tsx'
import { Strip } from './strip.tsx'
import { Unproved } from './unproved.tsx'

export const handle = { crumbs: [{ href: queuePlace('ticket'), label: '会員の記録' }] }
export const meta = consoleMeta('会員の記録')
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export { loader } from './load.ts'
export { recordAction as action } from './submit.ts'

export type Revealed = { readonly field: string; readonly lineId: string; readonly value: string }

type RecordPageProps = {
  readonly loaderData: Loaded
  readonly actionData: Stayed | { readonly revealed: Revealed } | undefined
}

const doneWords: Readonly<Record<string, string>> = {
  prolong: '開いている時間を延ばしました。',
  link: '手続きの画面を送りました。お客さまのメールとマイページに届きます。',
  lineStop: '回線を止めました。再開は会員が行います。',
  loginsEnd: '会員のログインをすべて終わらせました。',
  begin: '確認の番号を送りました。お電話の方に、届いた6けたを読み上げていただいてください。',
  proved: 'ご本人と確かめました。',
}

/** One member's record: the strip, what is wrong first, one part at a time; nothing behind the screen that is not opened. */
export default function RecordPage({ loaderData, actionData }: RecordPageProps) {
  if ('over' in loaderData) return <Over message={loaderData.over.message} />
  const { grant, done } = loaderData
  const stayed = actionData !== undefined && 'refused' in actionData ? actionData : undefined
  const revealed =
    actionData !== undefined && 'revealed' in actionData ? actionData.revealed : undefined
  const said = actionData === undefined ? doneWords[done] : undefined
  return (
    <>
      <Strip grant={grant} keys={loaderData.keys} />
      <Said>{said}</Said>
      <Refused refused={stayed?.refused} />
      {'proofs' in loaderData ? (
        <Unproved loaded={loaderData} stayed={stayed} />
      ) : (
        <div className="sides">
          <div className="stack">
            <section className="panel" aria-label={recordParts[loaderData.part]}>
              <Parts grant={grant} current={loaderData.part} />
              <h2 className="visually-hidden">{recordParts[loaderData.part]}</h2>
              <PartView loaded={loaderData} />
            </section>
          </div>
          <RecordSide loaded={loaderData} stayed={stayed} revealed={revealed} />
        </div>
      )}
    </>
  )
}

/** Every part by its name; those that this opening does not show are locked, and say nothing more. */
function Parts({ grant, current }: { readonly grant: Grant; readonly current: RecordPart }) {
  const shown = grant.parts.map(({ part }) => part)
  return (
    <nav className="tabs" aria-label="記録の部分">
      <ul>
        {namesOf(recordParts).map((part) => (
          <li key={part}>
            {shown.includes(part) ? (
              <Link
                to={recordPlace(grant.grant, part)}
                aria-current={part === current ? 'page' : undefined}
                preventScrollReset
              >
                {recordParts[part]}
              </Link>
            ) : (
              <span className="tabs__locked">
                {recordParts[part]} <Icon name="lock" />
                <span className="visually-hidden">（この理由では開けません）</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Over({ message }: { readonly message: string | undefined }) {
  return (
    <StatePanel icon="lock" title="この記録は閉じています">
      <p>{message ?? '閲覧の時間が終わりました。'}</p>
      <p>
        続けるときは、お問い合わせか列の件から、理由を入れて開き直してください。書きかけの返事は、お問い合わせの下書きに残っています。
      </p>
      <ButtonRow>
        <ButtonLink href={places.records}>開いている記録へ</ButtonLink>
        <ButtonLink kind="plain" href={queuePlace('ticket')}>
          お問い合わせへ
        </ButtonLink>
      </ButtonRow>
    </StatePanel>
  )
}
