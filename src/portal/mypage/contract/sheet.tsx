import { linePage } from '#vocabulary/pages.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { bookedWords, lineWords } from '#portal/mypage/flow/wording.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, CardGrid } from '#ui/card.tsx'
import { formatDate, formatYenWithTax } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type Contract = Result<typeof contractApi.contractGet>
type Line = Contract['lines'][number]

export function ContractSheet({ contract }: { readonly contract: Contract }) {
  return (
    <>
      {contract.bookedChanges.map((change) => (
        <Notice key={change.orderNo} tone="info" title={`予約：${change.title}`}>
          <p>
            {bookedWords(change)} <TextLink href={change.path}>予約の内容を見る</TextLink>
          </p>
        </Notice>
      ))}
      <Section id="contract" title="ご契約">
        <SummaryList entries={contractEntries(contract)} />
      </Section>
      <Section id="lines" title="回線">
        <CardGrid>
          {contract.lines.map((line) => (
            <LineCard key={line.lineId} line={line} />
          ))}
        </CardGrid>
      </Section>
      {isEnded(contract) && contract.options.length === 0 ? null : (
        <Section id="options" title="オプション">
          {contract.options.length === 0 ? (
            <p>お申し込み中のオプションはありません。申し込むと、ここに表示されます。</p>
          ) : (
            <SummaryList entries={contract.options.map(optionEntry)} />
          )}
        </Section>
      )}
    </>
  )
}

const courseWords = { single: '1回線', share: 'シェアコース（複数の回線でデータを分け合います）' }
const stopWords = {
  unpaid: '料金のお支払いが確認できていないため',
  lost: '紛失・盗難のお申し出により',
  fraud: '不正な利用の確認のため',
}

function contractEntries(contract: Contract): SummaryEntry[] {
  const { planName, baseBytes, course, monthlyYen, startedOn, endsOn, statusLabel } = contract
  const { suspensionReason } = contract
  return [
    {
      term: 'データ容量',
      value: baseBytes === 0 || isEnded(contract) ? planName : `毎月${planName}`,
    },
    { term: 'コース', value: courseWords[course] },
    ...(isEnded(contract)
      ? []
      : [
          {
            term: '毎月の料金',
            value: `${formatYenWithTax(monthlyYen)}（通話料・SMS料を除く）`,
          },
        ]),
    {
      term: '状態',
      value:
        suspensionReason === undefined
          ? statusLabel
          : `${statusLabel}（${stopWords[suspensionReason]}）`,
    },
    ...(startedOn === undefined ? [] : [{ term: '利用開始日', value: formatDate(startedOn) }]),
    ...(endsOn === undefined ? [] : [{ term: '最終利用日', value: formatDate(endsOn) }]),
  ]
}

const lineTones = {
  preparing: 'neutral',
  active: 'good',
  suspended: 'warning',
  ending: 'warning',
  ended: 'neutral',
} as const

function LineCard({ line }: { readonly line: Line }) {
  const { lineId, simKind, simSize, status, statusLabel, activatedOn, endsOn } = line
  return (
    <Card>
      <div className="section__head">
        <h3>
          <TextLink href={linePage(lineId)}>{lineWords(line)}</TextLink>
        </h3>
        <Badge tone={lineTones[status]}>{statusLabel}</Badge>
      </div>
      <p>
        {kindLabels[simKind]}・{simSizeLabels[simSize]}
      </p>
      {activatedOn === undefined ? null : (
        <p className="small">{formatDate(activatedOn)}に利用開始</p>
      )}
      {endsOn === undefined ? null : <p className="small">最終利用日 {formatDate(endsOn)}</p>}
    </Card>
  )
}

function optionEntry({ name, line, endsOn }: Contract['options'][number]): SummaryEntry {
  const of = line === undefined ? 'ご契約全体' : lineWords(line)
  return {
    term: name,
    value: endsOn === undefined ? of : `${of}・${formatDate(endsOn)}まで`,
  }
}
