import { useState } from 'react'
import { redirect } from 'react-router'
import { Hidden, KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { type PageHandle, pageMeta } from '#portal/page-setting.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { errors } from '#protocol/errors.ts'
import { successionApi } from '#protocol/succession.ts'
import { Button, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import { successionPapers } from '#vocabulary/succession.ts'
import { SuccessionFrame } from './frame.tsx'
import { loadSuccession } from './load.ts'
import type { Succession } from './wire.ts'
import type { Route } from './+types/documents.ts'

const TITLE = '書類'
const MOST = 3

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadSuccession(context, url)
  if (!loaded.succession.takesDocuments) throw redirect(successionPages.apply)
  return { ...loaded, fileRefused: sentenceOf(url.searchParams.get('file')) }
}

const codes = [
  'SUCCESSION_FILE_UNKNOWN',
  'SUCCESSION_FILE_UNREADABLE',
  'SUCCESSION_FILE_TOO_LARGE',
  'SUCCESSION_FILE_MISSING',
  'SUCCESSION_FILE_KNOWN',
  'SUCCESSION_FILE_LIMIT',
  'SUCCESSION_CLOSED',
] as const

/** The form of a file comes back with a code in the address; anything else there says nothing. */
function sentenceOf(given: string | null) {
  const code = codes.find((one) => one === given)
  return code && errors[code].message
}

export const action = actions({
  sent: { endpoint: successionApi.successionDocumentPost, to: successionPages.apply },
  remove: { endpoint: successionApi.successionDocumentDelete, to: successionPages.documents },
})

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function SuccessionDocuments({ loaderData, actionData }: Route.ComponentProps) {
  const { succession, press, keys, fileRefused } = loaderData
  const { documents, state, asked, orderNo, deceased } = succession
  const isAsked = state === 'documents_requested'
  return (
    <SuccessionFrame title={TITLE} isStep {...{ press, keys }}>
      {asked === undefined ? (
        <p className="apply__lead">
          {deceased?.wish === 'end'
            ? '亡くなったことの分かる書類を、1つ以上添えてください。'
            : '亡くなったことと、あなたとの続柄の分かる書類を添えてください。1つの書類で両方が分かれば、1つで足ります。'}
        </p>
      ) : (
        <Notice title="次の書類をお願いします">{asked}</Notice>
      )}
      <Section id="accepted" title="受け付ける書類">
        <ul>
          {successionPapers.map((paper) => (
            <li key={paper}>{paper}</li>
          ))}
        </ul>
        <p className="small">
          コピーや、スマートフォンで撮影したものでも構いません。発行日の期限はありません。マイナンバー（個人番号）が載っているときは、その部分を隠してください。
        </p>
      </Section>
      <Stopped refused={actionData?.refused} title="変更できませんでした" />
      <Section id="papers" title="添えた書類">
        {fileRefused === undefined ? null : (
          <Notice tone="warning" title="書類を受け取れませんでした" role="alert">
            {fileRefused}
          </Notice>
        )}
        <Papers documents={documents} keys={keys} canRemove={state === 'draft'} />
        {isAsked || documents.length < MOST ? <AddForm keys={keys} /> : null}
      </Section>
      {isAsked && orderNo !== undefined ? (
        <KeyedForm keys={keys} of={`sent.${documents.length}`} values={{ intent: 'sent', orderNo }}>
          <Submit kind="primary">書類を送り終えた</Submit>
        </KeyedForm>
      ) : (
        <ButtonLinkRow
          kind={documents.length > 0 ? 'primary' : 'secondary'}
          href={successionPages.apply}
        >
          お手続きの一覧に戻る
        </ButtonLinkRow>
      )}
    </SuccessionFrame>
  )
}

type PapersProps = {
  readonly documents: Succession['documents']
  readonly keys: FormKeys
  readonly canRemove: boolean
}

function Papers({ documents, keys, canRemove }: PapersProps) {
  if (documents.length === 0) return <p>まだありません。</p>
  return (
    <ul className="succession-papers">
      {documents.map(({ documentId, kind, sizeBytes }, n) => (
        <li key={documentId}>
          <span>
            書類{n + 1}（{kind === 'pdf' ? 'PDF' : '画像'}・{Math.ceil(sizeBytes / 1000)} KB）
          </span>
          {canRemove ? (
            <KeyedForm
              keys={keys}
              of={`remove.${documentId}`}
              values={{ intent: 'remove', documentId }}
            >
              <Submit kind="plain">
                削除<span className="visually-hidden">：書類{n + 1}</span>
              </Submit>
            </KeyedForm>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** A plain form, one file at a time: it works without script. */
function AddForm({ keys }: { readonly keys: FormKeys }) {
  const [isSending, setSending] = useState(false)
  return (
    <Card>
      <form
        method="post"
        encType="multipart/form-data"
        action={successionPages.file}
        className="flow"
        noValidate
        onSubmit={() => setSending(true)}
      >
        <Hidden values={{ [antiForgery.field]: keys.xsrfToken }} />
        <Field
          type="file"
          name="file"
          label="書類のファイル"
          accept="application/pdf,image/jpeg,image/png"
          required
          hint="PDF、JPEG、PNGで、1つ10MBまで、3つまで。暗号化して保管し、お手続きが終わってから1年（お受けできなかったときなどは90日）で削除します。"
        />
        <ButtonRow>
          <Button kind="secondary" busy={isSending}>
            この書類を添える
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}
