import { lineUserLabels, numberSourceLabels } from '#vocabulary/application.ts'
import { claimSteps, type WorkItem } from '#vocabulary/console-queue.ts'
import { damageCauseLabels } from '#vocabulary/device.ts'
import { identityStateWords } from '#vocabulary/states/identity.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { relationLabels, successionRequestLabels } from '#vocabulary/succession.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { Facts, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Press } from '#console/parts/press.tsx'
import { filePlace } from '#console/shell/places.ts'
import { formatBirth, formatPhone } from '#ui/format.ts'
import { Compared } from './compared.tsx'
import type { LoadedQueue, OpenedItem } from './load.ts'
import type { Shown } from './shown.ts'

type ShownPartProps = {
  readonly loaded: LoadedQueue
  readonly opened: OpenedItem
  readonly shown: Shown | undefined
}

/** What is personal stays closed until somebody asks for it; that stands in the member's own record. */
export function ShownPart({ loaded: { keys, queue }, opened: { row }, shown }: ShownPartProps) {
  const of = shownOf[row.item]
  if (of === undefined) return null
  return (
    <Panel title="内容" tone={shown === undefined ? 'secret' : 'strong'}>
      <PanelBody>
        {shown === undefined ? (
          <>
            <p>まだ読み出していません。表示すると、会員の「閲覧と代理の記録」に残ります。</p>
            <Press
              keys={keys}
              intent="show"
              values={{ show: of, queue, item: row.item, ref: row.ref }}
              letter="R"
            >
              内容を表示する
            </Press>
          </>
        ) : (
          <Content shown={shown} row={row} />
        )}
      </PanelBody>
    </Panel>
  )
}

type ContentProps = { readonly shown: Shown; readonly row: OpenedItem['row'] }

function Content({ shown, row }: ContentProps) {
  switch (shown.of) {
    case 'identity':
      return <Compared value={shown.value} differing={row.facts.fields} />
    case 'application':
      return <ApplicationContent value={shown.value} />
    case 'succession':
      return <SuccessionContent value={shown.value} row={row} />
    case 'claim':
      return (
        <>
          <Facts
            facts={[
              ['端末', shown.value.deviceName],
              ['原因', damageCauseLabels[shown.value.cause]],
              ['起きた日', formatBirth(shown.value.happenedOn)],
              [
                '会員の説明',
                <span key="story" className="thread__text">
                  {shown.value.story}
                </span>,
              ],
              [
                'いま言えること',
                shown.value.steps.map((step) => claimSteps[step]).join('、') || 'ありません',
              ],
            ]}
          />
          <Files of="photograph" label="写真" count={shown.value.photographs} row={row} />
        </>
      )
  }
}

type PersonTyped = NonNullable<Extract<Shown, { of: 'application' }>['value']['holder']>

const personFacts = (person: PersonTyped) =>
  [
    ['氏名', person.name],
    ['フリガナ', person.kana],
    ['生年月日', formatBirth(person.birth)],
    ['住所', person.address],
    ['電話番号', formatPhone(person.phone)],
  ] as const

function ApplicationContent({ value }: Pick<Extract<Shown, { of: 'application' }>, 'value'>) {
  return (
    <>
      {value.holder === undefined ? null : <Facts facts={personFacts(value.holder)} />}
      <ol>
        {value.lines.map((line, at) => (
          // Lines have no name of their own here.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            {[
              line.kind && kindLabels[line.kind],
              line.size && simSizeLabels[line.size],
              line.by && numberSourceLabels[line.by],
              line.number && formatPhone(line.number),
              line.user && lineUserLabels[line.user],
              line.birth && formatBirth(line.birth),
            ]
              .filter((word) => word !== undefined && word !== '')
              .join('・')}
          </li>
        ))}
      </ol>
    </>
  )
}

const already = {
  same: '同じ人の契約があります',
  alike: '氏名の似た、同じ生年月日の人の契約があります',
  contact: '同じ連絡先の契約があります',
} as const

function SuccessionContent({
  value,
  row,
}: Pick<Extract<Shown, { of: 'succession' }>, 'value'> & Pick<ContentProps, 'row'>) {
  const { deceased, heir } = value
  return (
    <>
      <h3>亡くなった方</h3>
      <Facts
        facts={[
          ['申し出', successionRequestLabels[value.request]],
          ['契約', value.contractId],
          ['フリガナ', deceased.kana],
          ['生年月日', formatBirth(deceased.birth)],
          ['亡くなった日', formatBirth(deceased.diedOn)],
          ['電話番号', formatPhone(deceased.phone)],
          ['続柄', relationLabels[deceased.relation]],
        ]}
      />
      {heir === undefined ? null : (
        <>
          <h3>引き継ぐ方</h3>
          <Facts
            facts={[
              ...personFacts(heir),
              ['本人確認', identityStateWords[value.identity].label],
              ['ほかの契約', value.heirAlready && already[value.heirAlready]],
            ]}
          />
        </>
      )}
      <Files of="paper" label="書類" count={value.papers} row={row} />
    </>
  )
}

type FilesProps = {
  readonly of: 'paper' | 'photograph'
  readonly label: string
  readonly count: number
  readonly row: OpenedItem['row']
}

/** Each file is taken out by itself: what was not looked at is not noted as looked at. */
function Files({ of, label, count, row }: FilesProps) {
  if (count === 0) return <p className="muted">{label}はありません。</p>
  return (
    <ul className="words">
      {Array.from({ length: count }, (_, index) => index + 1).map((no) => (
        <li key={no}>
          <a
            href={withQuery(filePlace(of, no), { item: row.item, ref: row.ref })}
            target="_blank"
            rel="noreferrer"
          >
            {label}
            {no}を開く
          </a>
        </li>
      ))}
    </ul>
  )
}

// Apart from the action: what asks the wire brings the validator along.

/** Items that have something to show, and by which name it is asked for. */
const shownOf: Partial<Record<WorkItem, Shown['of']>> = {
  'identity-by-hand': 'identity',
  'application-in-review': 'application',
  successions: 'succession',
  'device-claims': 'claim',
}
