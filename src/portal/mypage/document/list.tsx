import type { Refusal } from '#vocabulary/refusal.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Accordion } from '#ui/accordion.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDate, formatDateTime, formatYenWithTax } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TapLink } from '#ui/text-link.tsx'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type Document = Result<typeof contractApi.contractDetailStatusGet>['documents'][number]
type Paper = Result<typeof contractApi.contractDetailPaperStatusGet>['papers'][number]

export function DocumentList({
  documents,
  papers,
  refused,
}: {
  readonly documents: readonly Document[]
  readonly papers: readonly Paper[]
  readonly refused?: Refusal
}) {
  return (
    <>
      <p>
        契約書面は、ご契約や変更の内容を記した書面です。PDFはいつでもダウンロードできます。ご契約が終わったあとも、それぞれの保管の期限までご覧いただけます。
      </p>
      {refused === undefined ? null : (
        <RefusalNotice title="書面を作成しています" reason={refused} />
      )}
      {documents.length === 0 && refused === undefined ? (
        <EmptyState title="契約書面はまだありません">
          ご契約や変更の手続きが済むと、ここに書面が並びます。
        </EmptyState>
      ) : (
        documents.map((document) => <DocumentCard key={document.docId} document={document} />)
      )}
      <Section id="papers" title="郵送の状況">
        {papers.length === 0 ? (
          <p>郵送を申し込んだ書面はありません。申し込むと、ここに発送の状況が表示されます。</p>
        ) : (
          papers.map((paper) => <PaperCard key={paper.orderNo} paper={paper} />)
        )}
      </Section>
    </>
  )
}

const kindWords = { new: 'ご契約時の書面', change: '変更の書面' } as const

function DocumentCard({ document }: { readonly document: Document }) {
  const {
    docId,
    kind,
    title,
    version,
    issuedAt,
    keptUntil: retainedUntil,
    sizeBytes,
    sha256,
    url,
  } = document
  return (
    <Card>
      <div className="section__head">
        <h2>{title}</h2>
        <Badge>{kindWords[kind]}</Badge>
      </div>
      <SummaryList
        entries={[
          ['発行日時', formatDateTime(issuedAt)],
          ['保管の期限', retainedUntil && `${formatDate(retainedUntil)}まで`],
        ]}
      />
      <ButtonRow>
        <ButtonLink href={url}>
          <Icon name="download" /> PDFを開く（{formatCount(Math.ceil(sizeBytes / 1000))} KB）
          <span className="visually-hidden">：{title}</span>
        </ButtonLink>
        <ButtonLink kind="plain" href={`?paper=${encodeURIComponent(docId)}`}>
          紙の書面を郵送してもらう
          <span className="visually-hidden">：{title}</span>
        </ButtonLink>
      </ButtonRow>
      <Accordion title="写しが本物かを確かめる">
        <p>
          手元のPDFのSHA-256が次の値と同じなら、発行したときから変わっていません。書面の版は
          {version}
          です。
        </p>
        <p className="flow-code">{sha256}</p>
      </Accordion>
    </Card>
  )
}

function PaperCard({ paper }: { readonly paper: Paper }) {
  const { orderNo, title, stateLabel, orderedAt, shippedOn, trackingNo, expectedOn, feeYen } = paper
  return (
    <Card>
      <div className="section__head">
        <h3>{title}</h3>
        <Badge>{stateLabel}</Badge>
      </div>
      <SummaryList
        entries={[
          ['受付日時', formatDateTime(orderedAt)],
          ['手数料', formatYenWithTax(feeYen)],
          ['発送日', shippedOn && formatDate(shippedOn)],
          ['お届けの予定日', expectedOn && formatDate(expectedOn)],
          ['伝票番号', trackingNo],
        ]}
      />
      <TapLink href={orderPage(orderNo)}>お手続き状況を見る</TapLink>
    </Card>
  )
}
