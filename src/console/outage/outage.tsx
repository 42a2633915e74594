import { Link } from 'react-router'
import { outageStateLabels } from '#vocabulary/outage.ts'
import { withQuery } from '#vocabulary/pages.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { OutageCard } from '#portal/site/outage/outage-card.tsx'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { Refused } from '#console/parts/refused.tsx'
import type { ToCheck } from '#console/parts/check-first.ts'
import { consoleMeta } from '#console/shell/crumb.ts'
import { outagePlace, places } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { Clocks } from './clocks.tsx'
import { Figures } from './figures.tsx'
import type { LoadedOutage } from './load.ts'
import { Write } from './write.tsx'
import { outageTones } from './words.ts'

export const handle = { crumbs: [{ href: places.outage, label: '障害・工事' }] }
export const meta = consoleMeta('障害・工事')
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export { outageAction as action } from './submit.ts'

export { loader } from './load.ts'

const doneWords: Readonly<Record<string, string>> = {
  open: '掲載しました。影響のある会員にお知らせします。',
  update: '続報を掲載しました。',
  close: '終わりを掲載しました。知らせた会員に伝えます。',
  reported: '最初に報告した日時を記録しました。',
}

type OutagePageProps = {
  readonly loaderData: LoadedOutage
  readonly actionData: Stayed | ToCheck | undefined
}

/** What is written at the left, as the members read it in the middle, what is to be reported at the right. */
export default function OutagePage({ loaderData, actionData: answer }: OutagePageProps) {
  const { onDesk, asOf, today, figures, done } = loaderData
  const { entry } = onDesk
  const said = answer === undefined ? doneWords[done] : undefined
  return (
    <>
      <div className="page-head">
        <h1>{entry.title}</h1>
        <Badge tone={outageTones[entry.state]}>{outageStateLabels[entry.kind][entry.state]}</Badge>
      </div>
      <Said>{said}</Said>
      <Refused refused={answer !== undefined && 'refused' in answer ? answer.refused : undefined} />
      <div className="sides">
        <div className="stack">
          <Write loaded={loaderData} answer={answer} />
          <Panel title="会員が見ているページ">
            <div className="as-members">
              <OutageCard outage={entry} />
            </div>
          </Panel>
        </div>
        <div className="stack">
          <Clocks onDesk={onDesk} asOf={asOf} today={today} />
          <Panel title="影響">
            {figures === undefined ? (
              <PanelBody>
                <Link to={withQuery(outagePlace(entry.incidentId), { figures: 'true' })}>
                  影響の数を計算する
                </Link>
              </PanelBody>
            ) : (
              <Figures figures={figures} today={today} />
            )}
          </Panel>
        </div>
      </div>
    </>
  )
}
