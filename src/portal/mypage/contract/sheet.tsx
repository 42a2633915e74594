import { linePage, pages } from '#vocabulary/pages.ts'
import { holderPage } from '#vocabulary/site-pages.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { KeyFigures, dayFigure, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { bookedWords } from '#portal/mypage/flow/wording.ts'
import { fullNameOfLine, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { isOpening } from '#portal/mypage/shared/is-opening.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate, formatPhone } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { TapLink, TextLink } from '#ui/text-link.tsx'
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
      <ContractStage contract={contract} />
      <Section id="lines" title="回線">
        <ul className="card contract-lines" role="list">
          {contract.lines.map((line) => (
            <LineRow key={line.lineId} line={line} contract={contract} />
          ))}
        </ul>
      </Section>
      {isEnded(contract) && contract.options.length === 0 ? null : (
        <Section id="options" title="オプション">
          <Card>
            {contract.options.length === 0 ? (
              <p>{isOpening(contract) ? 'お申し込みの' : 'ご利用中の'}オプションはありません。</p>
            ) : (
              <SummaryList entries={contract.options.map(optionEntry)} />
            )}
            {isEnded(contract) ? null : (
              <TapLink href={pages.option}>オプションの申し込み・解約</TapLink>
            )}
          </Card>
        </Section>
      )}
      {isEnded(contract) ? null : (
        <TapLink href={holderPage}>
          名義変更（ご契約者が亡くなったとき・ご家族にゆずるとき）
        </TapLink>
      )}
    </>
  )
}

/** What it is, what it costs each month, and since when. */
function ContractStage({ contract }: { readonly contract: Contract }) {
  const { planName, baseBytes, course, monthlyYen, startedOn, endsOn, status } = contract
  const hasEnded = isEnded(contract)
  const figures = [
    ...(hasEnded
      ? []
      : [
          yenFigure(
            isOpening({ status }) ? '開通後の毎月の料金' : '毎月の料金',
            monthlyYen,
            '通話料・SMS料を除く',
          ),
        ]),
    ...(startedOn === undefined ? [] : [dayFigure('利用開始日', startedOn)]),
    ...(endsOn === undefined ? [] : [dayFigure('最終利用日', endsOn)]),
  ]
  return (
    <KeyFigures
      id="contract"
      label="ご契約"
      quiet={hasEnded || status === 'suspended'}
      what={`${baseBytes === 0 || hasEnded ? planName : `毎月${planName}`}・${courseWords[course]}`}
      figures={figures}
    >
      <p className="small">
        <Sentence>{statusWords(contract)}</Sentence>
        {course === 'share' ? '　複数の回線でデータを分け合います。' : ''}
      </p>
    </KeyFigures>
  )
}

const courseWords = { single: '1回線', share: 'シェアコース' }
const stopWords = {
  unpaid: '料金のお支払いが確認できていないため',
  lost: '紛失・盗難のお申し出により',
  fraud: '不正な利用の確認のため',
}

function statusWords({ status, statusLabel, suspensionReason }: Contract): string {
  if (isOpening({ status })) return `${statusLabel}（開通前）`
  return suspensionReason === undefined
    ? statusLabel
    : `${statusLabel}（${stopWords[suspensionReason]}）`
}

const lineTones = {
  preparing: 'neutral',
  active: 'good',
  suspended: 'warning',
  ending: 'warning',
  ended: 'neutral',
} as const

function LineRow({ line, contract }: { readonly line: Line; readonly contract: Contract }) {
  const { lineId, simKind, simSize, status, activatedOn, endsOn } = line
  // Until the contract opens it is the SIM of this line of which the contract says how far it is.
  const isFirst = status === 'preparing' && isOpening(contract)
  const { statusLabel } = isFirst ? contract : line
  return (
    <li>
      <TextLink href={linePage(lineId)}>{nameOfLine(line)}</TextLink>
      <Badge tone={lineTones[status]}>{statusLabel}</Badge>
      <span className="small muted">
        {line.nickname === '' ? null : (
          <>
            <span className="nowrap">{formatPhone(line.number)}</span>・
          </>
        )}
        <Sentence>
          {kindLabels[simKind]}・{simSizeLabels[simSize]}
          {activatedOn === undefined ? '' : `・${formatDate(activatedOn)}から`}
          {endsOn === undefined ? '' : `・${formatDate(endsOn)}まで`}
        </Sentence>
      </span>
    </li>
  )
}

function optionEntry({ name, line, endsOn }: Contract['options'][number]): SummaryEntry {
  const of = line === undefined ? 'ご契約全体' : fullNameOfLine(line)
  return [name, endsOn === undefined ? of : `${of}・${formatDate(endsOn)}まで`]
}
