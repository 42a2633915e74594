import { billedTerm } from '#vocabulary/billed-term.ts'
import type { ReactNode } from 'react'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { formatDate, formatMonth, formatTenthsYen, formatYen } from '#ui/format.ts'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { Table, type Column } from '#ui/table.tsx'
import type { Invoice, ReturnInvoice } from './load.ts'

type Charge = Invoice['charges'][number]

const taxWords = { excluded: '税抜', included: '税込', outOfScope: '対象外' } as const
const settledWords = {
  credit: '前の請求の残高を充当',
  points: 'ポイントを充当',
  card: 'クレジットカードでお支払い',
} as const

/** The invoice as it will be printed, or was. */
export function InvoicePaper({ invoice }: { readonly invoice: Invoice }) {
  const { periodFrom, periodTo, settled, leftYen, replaces } = invoice
  return (
    <Paper
      recipientName={invoice.recipientName}
      figure={{ term: billedTerm(invoice), yen: invoice.totalYen }}
      facts={[
        [
          '修正前の番号',
          replaces && `${replaces.invoiceNo}（${formatDate(replaces.issuedOn)}発行）`,
        ],
        ['取引年月日', `${formatDate(periodFrom)}〜${formatDate(periodTo)}`],
        ...issuerFacts(invoice),
      ]}
    >
      <Charges charges={invoice.charges} />
      <Rates rates={invoice.rates} outOfScopeYen={invoice.outOfScopeYen} />
      <SummaryList
        entries={[
          ...settled.map(({ by, yen, on }): SummaryEntry => [
            settledWords[by],
            `${formatYen(-yen)}・${formatDate(on)}`,
          ]),
          ['お支払い残高', formatYen(leftYen)],
        ]}
      />
    </Paper>
  )
}

export function ReturnPaper({ invoice }: { readonly invoice: ReturnInvoice }) {
  return (
    <Paper
      recipientName={invoice.recipientName}
      figure={{ term: '返還する金額（税込）', yen: -invoice.totalYen }}
      facts={[
        ['返還を行う日', formatDate(invoice.returnedOn)],
        [
          'もとの取引',
          invoice.supplied
            .map(({ month, invoiceNo }) =>
              invoiceNo === undefined
                ? `${formatMonth(month)}分`
                : `${formatMonth(month)}分（適格請求書 ${invoiceNo}）`,
            )
            .join('、'),
        ],
        ['返還の内容', invoice.content],
        ...issuerFacts(invoice),
      ]}
    >
      <Charges charges={invoice.charges} />
      <Rates rates={invoice.rates} outOfScopeYen={0} />
    </Paper>
  )
}

const issuerFacts = ({ issuer }: Pick<Invoice, 'issuer'>): SummaryEntry[] => [
  ['発行者', issuer.name],
  ['登録番号', issuer.registrationNumber],
]

function Paper({
  recipientName,
  figure,
  facts,
  children,
}: {
  readonly recipientName: string
  readonly figure: { readonly term: string; readonly yen: number }
  readonly facts: readonly SummaryEntry[]
  readonly children: ReactNode
}) {
  return (
    <section className="card invoice-paper flow" aria-label="書類の内容">
      <p className="invoice-paper__name">{recipientName} 様</p>
      <p className="invoice-paper__figure">
        <span>{figure.term}</span>
        <strong>{formatYen(figure.yen)}</strong>
      </p>
      <SummaryList entries={facts} />
      {children}
    </section>
  )
}

function Charges({ charges }: { readonly charges: readonly Charge[] }) {
  return (
    <Fold title="取引の内容" hint={`${charges.length}件`}>
      <Table<{ charge: Charge; index: number }>
        caption="取引の内容"
        captionHidden
        lean
        rows={charges.map((charge, index) => ({ charge, index }))}
        rowKey={({ index }) => String(index)}
        columns={chargeColumns}
      />
    </Fold>
  )
}

const chargeColumns: readonly Column<{ charge: Charge }>[] = [
  ['内容', ({ charge }) => charge.label, { rowHeader: true }],
  [
    '金額',
    ({ charge }) => `${formatTenthsYen(charge.amountTenthsYen)}（${taxWords[charge.tax]}）`,
    { numeric: true },
  ],
  [
    '税率と取引日',
    ({ charge: { taxPercent, suppliedOn } }) =>
      [
        taxPercent === undefined ? '対象外' : `${taxPercent}%`,
        ...(suppliedOn === undefined ? [] : [formatDate(suppliedOn)]),
      ].join('、'),
  ],
]

type Rate = Invoice['rates'][number]

function Rates({
  rates,
  outOfScopeYen,
}: {
  readonly rates: readonly Rate[]
  readonly outOfScopeYen: number
}) {
  return (
    <SummaryList
      entries={[
        ...rates.map(({ taxPercent, totalYen, taxYen }): SummaryEntry => [
          `${taxPercent}%対象の合計`,
          `${formatYen(totalYen)}（うち消費税 ${formatYen(taxYen)}）`,
        ]),
        [
          '対象外（免税・不課税）の合計',
          outOfScopeYen === 0 ? undefined : formatYen(outOfScopeYen),
        ],
      ]}
    />
  )
}
