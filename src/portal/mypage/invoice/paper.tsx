import { billedTerm } from '#vocabulary/billed-term.ts'
import type { ReactNode } from 'react'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { formatDate, formatMonth, formatTenthsYen, formatYen } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import { Table } from '#ui/table.tsx'
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
  const { periodFrom, periodTo, settled, leftYen } = invoice
  return (
    <Paper
      recipientName={invoice.recipientName}
      figure={{ term: billedTerm(invoice), yen: invoice.totalYen }}
      facts={[
        ...(invoice.replaces === undefined
          ? []
          : [
              {
                term: '修正前の番号',
                value: `${invoice.replaces.invoiceNo}（${formatDate(invoice.replaces.issuedOn)}発行）`,
              },
            ]),
        { term: '取引年月日', value: `${formatDate(periodFrom)}〜${formatDate(periodTo)}` },
        ...issuerFacts(invoice),
      ]}
    >
      <Charges charges={invoice.charges} />
      <Rates rates={invoice.rates} outOfScopeYen={invoice.outOfScopeYen} />
      <SummaryList
        entries={[
          ...settled.map(({ by, yen, on }) => ({
            term: settledWords[by],
            value: `${formatYen(-yen)}・${formatDate(on)}`,
          })),
          { term: 'お支払い残高', value: formatYen(leftYen) },
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
        { term: '返還を行う日', value: formatDate(invoice.returnedOn) },
        {
          term: 'もとの取引',
          value: invoice.supplied
            .map(({ month, invoiceNo }) =>
              invoiceNo === undefined
                ? `${formatMonth(month)}分`
                : `${formatMonth(month)}分（適格請求書 ${invoiceNo}）`,
            )
            .join('、'),
        },
        { term: '返還の内容', value: invoice.content },
        ...issuerFacts(invoice),
      ]}
    >
      <Charges charges={invoice.charges} />
      <Rates rates={invoice.rates} outOfScopeYen={0} />
    </Paper>
  )
}

const issuerFacts = ({ issuer }: Pick<Invoice, 'issuer'>) => [
  { term: '発行者', value: issuer.name },
  { term: '登録番号', value: issuer.registrationNumber },
]

function Paper({
  recipientName,
  figure,
  facts,
  children,
}: {
  readonly recipientName: string
  readonly figure: { readonly term: string; readonly yen: number }
  readonly facts: readonly { readonly term: string; readonly value: string }[]
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

const chargeColumns = [
  {
    header: '内容',
    rowHeader: true,
    cell: ({ charge }: { charge: Charge }) => charge.label,
  },
  {
    header: '金額',
    numeric: true,
    cell: ({ charge }: { charge: Charge }) =>
      `${formatTenthsYen(charge.amountTenthsYen)}（${taxWords[charge.tax]}）`,
  },
  {
    header: '税率と取引日',
    cell: ({ charge: { taxPercent, suppliedOn } }: { charge: Charge }) =>
      [
        taxPercent === undefined ? '対象外' : `${taxPercent}%`,
        ...(suppliedOn === undefined ? [] : [formatDate(suppliedOn)]),
      ].join('、'),
  },
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
        ...rates.map(({ taxPercent, totalYen, taxYen }) => ({
          term: `${taxPercent}%対象の合計`,
          value: `${formatYen(totalYen)}（うち消費税 ${formatYen(taxYen)}）`,
        })),
        ...(outOfScopeYen === 0
          ? []
          : [{ term: '対象外（免税・不課税）の合計', value: formatYen(outOfScopeYen) }]),
      ]}
    />
  )
}
