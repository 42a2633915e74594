import type { ReactNode } from 'react'
import { withQuery } from '#vocabulary/pages.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { FilterWords } from '#console/filter/filter-words.tsx'
import { Check } from '#console/parts/check.tsx'
import type { ToCheck } from '#console/parts/check-first.ts'
import { Nothing, Panel, PanelBody } from '#console/parts/panel.tsx'
import { PressButton } from '#console/parts/press.tsx'
import { outagePlace } from '#console/shell/places.ts'
import { CheckWords } from './check-words.tsx'
import { EmergencyFields, Message, Moment, Severity, type OutageFieldsProps } from './fields.tsx'
import type { LoadedOutage } from './load.ts'
import { isOver } from './words.ts'

type Way = {
  readonly label: string
  readonly send: string
  readonly follows: string
  readonly fields: (of: OutageFieldsProps) => ReactNode
}

const ways: Readonly<Record<'update' | 'close' | 'reported', Way>> = {
  update: {
    label: '続報を書く',
    send: '会員の画面に出す',
    follows: 'すぐに会員の画面に出ます。',
    fields: (of) => (
      <>
        <Message {...of} />
        <div className="form-row">
          <Severity {...of} />
          <Moment
            {...of}
            name="until"
            label="終わりの見込み・予定"
            otherwise={of.entry?.expectedEnd ?? of.entry?.to}
          />
        </div>
        <EmergencyFields {...of} />
      </>
    ),
  },
  close: {
    label: '終わりを知らせる',
    send: '終わりを掲載する',
    follows: 'すぐに会員の画面に出て、知らせた会員に終わりを伝えます。元に戻せません。',
    fields: (of) => (
      <>
        <Message {...of} />
        <Moment {...of} name="at" label="終わった日時" hint="入力しないと、いまです。" />
      </>
    ),
  },
  reported: {
    label: '第一報を記録する',
    send: '記録する',
    follows: '総務省へ最初に報告した日時として残ります。会員の画面には出ません。',
    fields: (of) => <Moment {...of} name="at" label="総務省へ最初に報告した日時" required />,
  },
}

type WriteProps = {
  readonly loaded: LoadedOutage
  readonly answer: Stayed | ToCheck | undefined
}

const isWay = (name: string): name is keyof typeof ways => Object.hasOwn(ways, name)

/** One form at a time: what is chosen is in the address. */
export function Write({ loaded: { onDesk, keys, write, asOf }, answer }: WriteProps) {
  const { entry } = onDesk
  const isReportable = entry.kind === 'outage'
  const open = [
    ...(isOver(entry.state) ? [] : (['update', 'close'] as const)),
    ...(isReportable ? (['reported'] as const) : []),
  ]
  const [first] = open
  if (first === undefined)
    return (
      <Panel title="書く">
        <Nothing>終わった工事・メンテナンスです。書くものはありません。</Nothing>
      </Panel>
    )
  const chosen = isWay(write) && open.includes(write) ? write : first
  const way = ways[chosen]
  const { incidentId } = entry
  const at = (name: string) => withQuery(outagePlace(incidentId), { write: name })
  if (answer !== undefined && 'isChecked' in answer && answer.isChecked)
    return (
      <Check keys={keys} answer={answer} send={way.send}>
        <CheckWords typed={answer.typed} follows={way.follows} asOf={asOf} entry={entry} />
      </Check>
    )
  return (
    <Panel title={way.label} tone="strong">
      <PanelBody>
        <FilterWords
          label="書くもの"
          current={at(chosen)}
          words={open.map((name) => ({ label: ways[name].label, href: at(name) }))}
        />
        <KeyedForm
          keys={keys}
          of={`${chosen}.${incidentId}`}
          values={{ intent: chosen, incidentId }}
          className="form"
          key={chosen}
        >
          {way.fields({ intent: chosen, answer, entry })}
          <PressButton kind="primary" name="step" value="check">
            確認へ
          </PressButton>
        </KeyedForm>
      </PanelBody>
    </Panel>
  )
}
