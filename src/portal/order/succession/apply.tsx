import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '#brand'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions, outside } from '#portal/mypage/flow/submit.ts'
import { type PageHandle, pageMeta } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { successionApi } from '#protocol/succession.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { successionPages } from '#vocabulary/site-pages.ts'
import type { SuccessionStep } from '#vocabulary/succession.ts'
import { APPLY_TITLE, SuccessionFrame } from './frame.tsx'
import { loadSuccession } from './load.ts'
import { SuccessionSheet } from './sheet.tsx'
import { Press, Way } from './ways.tsx'
import type { Succession } from './wire.ts'
import type { Route } from './+types/apply.ts'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

/** What is to be done, in any order and over as many days as it takes; once sent, its state. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (pageOf(context).auth.dmm_login) return loadSuccession(context, url)
  return { succession: undefined, press: undefined, keys: freshKeysOf(context) }
}

const backHere = (form: FormData) => form.set('back', successionPages.apply)

export const action = actions({
  identity: {
    endpoint: successionApi.successionIdentityPost,
    fill: backHere,
    to: outside(({ startUrl }) => startUrl),
  },
  card: {
    endpoint: successionApi.successionCardPost,
    fill: backHere,
    to: outside(({ updateUrl }) => updateUrl),
  },
  withdraw: { endpoint: successionApi.successionWithdrawPost, to: successionPages.apply },
  delete: { endpoint: successionApi.successionDelete, to: successionPages.about },
})

export const meta = () => pageMeta({ title: APPLY_TITLE, noindex: true })

export default function SuccessionApply({ loaderData, actionData }: Route.ComponentProps) {
  const { succession, press, keys } = loaderData
  return (
    <SuccessionFrame title={APPLY_TITLE} {...{ press, keys }}>
      <Stopped refused={actionData?.refused} title="お進みいただけませんでした" />
      {succession === undefined ? <SignIn /> : <Standing succession={succession} keys={keys} />}
    </SuccessionFrame>
  )
}

/** The heir's own account; that of the person who has died is not needed. */
function SignIn() {
  const back = successionPages.apply
  return (
    <>
      <p className="apply__lead">
        お手続きをする方ご自身の{brand.account}
        でログインしてください。亡くなった方のアカウントは使いません。
      </p>
      <div className="apply-ways">
        <ButtonLink kind="primary" href={withQuery('/auth/login', { back })}>
          ログインして進む
        </ButtonLink>
        <ButtonLink href={withQuery('/auth/login', { back, register: '1' })}>
          新しく登録する（無料）
        </ButtonLink>
      </div>
    </>
  )
}

type Props = { readonly succession: Succession; readonly keys: FormKeys }

function Standing({ succession, keys }: Props) {
  const { state } = succession
  if (state === 'none' || state === 'draft') return <ToDo succession={succession} keys={keys} />
  const isOver = !succession.canWithdraw
  return (
    <SuccessionSheet status={succession}>
      <ButtonRow>
        {state === 'accepted' && succession.hasContract ? (
          <ButtonLink kind="primary" href={pages.top}>
            マイページを開く
          </ButtonLink>
        ) : null}
        {state === 'stopped' ? (
          <ButtonLink href={pages.contact}>窓口に問い合わせる</ButtonLink>
        ) : isOver && state !== 'accepted' ? (
          <ButtonLink href={successionPages.contract}>あらためて手続きをする</ButtonLink>
        ) : null}
      </ButtonRow>
      {succession.canWithdraw && succession.orderNo !== undefined ? (
        <Accordion title="お手続きを取り下げる">
          <KeyedForm
            keys={keys}
            of={`withdraw.${succession.orderNo}`}
            values={{ intent: 'withdraw', orderNo: succession.orderNo }}
            className="flow"
          >
            <p>
              費用はかかりません。ご契約は、もとのまま続きます。あとから、あらためてお手続きいただけます。
            </p>
            <Submit kind="danger">取り下げる</Submit>
          </KeyedForm>
        </Accordion>
      ) : null}
    </SuccessionSheet>
  )
}

/** Before anything is typed only the contract is asked for: the rest depends on what is requested. */
function ToDo({ succession, keys }: Props) {
  const { steps, canSubmit, state } = succession
  const rows =
    steps.length > 0
      ? steps
      : [{ step: 'contract', label: '亡くなった方のご契約', done: false } as const]
  return (
    <>
      <p className="apply__lead">
        順番は問いません。入力した内容は保存されます。日をあけて、続きから進めていただけます。
      </p>
      <CardOutcome />
      <ol className="succession-steps">
        {rows.map((row) => (
          <li key={row.step}>
            <h2>
              {row.label}{' '}
              <Badge tone={row.done ? 'good' : 'neutral'}>{row.done ? '済み' : 'これから'}</Badge>
            </h2>
            <Step step={row.step} isDone={row.done} {...{ succession, keys }} />
          </li>
        ))}
      </ol>
      {state === 'draft' ? (
        <>
          {canSubmit ? (
            <ButtonLinkRow kind="primary" href={successionPages.confirm}>
              内容を確認する
            </ButtonLinkRow>
          ) : (
            <p>すべて済みますと、内容の確認に進めます。</p>
          )}
          <Accordion title="入力をやめる">
            <KeyedForm keys={keys} of="delete" values={{ intent: 'delete' }} className="flow">
              <p>入力した内容と書類を、すべて削除します。</p>
              <Submit kind="danger">削除する</Submit>
            </KeyedForm>
          </Accordion>
        </>
      ) : null}
    </>
  )
}

const outcomes: Readonly<Record<string, string>> = {
  cancelled: 'カードは登録されていません。',
  failed: 'カードを登録できませんでした。別のカードにするか、時間をおいてお試しください。',
}

function CardOutcome() {
  const [query] = useSearchParams()
  const outcome = outcomes[query.get('card') ?? '']
  return outcome === undefined ? null : (
    <Notice tone="warning" title="カードの登録は、まだ済んでいません" role="status">
      {outcome}
    </Notice>
  )
}

type StepProps = Props & { readonly step: SuccessionStep; readonly isDone: boolean }

function Step({ step, isDone, succession, keys }: StepProps): ReactNode {
  const { deceased, heir, identity, documents, card } = succession
  switch (step) {
    case 'contract':
      return (
        <Way
          words={
            deceased === undefined
              ? '電話番号、フリガナ、生年月日でご契約を確認します。'
              : `${deceased.lastNameKana} ${deceased.firstNameKana}様のご契約`
          }
          href={successionPages.contract}
          isDone={isDone}
        />
      )
    case 'heir':
      return (
        <Way
          words={
            heir === undefined
              ? 'あなたのお名前、生年月日、ご住所を入力します。'
              : `${heir.lastName} ${heir.firstName}様`
          }
          href={successionPages.heir}
          isDone={isDone}
        />
      )
    case 'documents':
      return (
        <Way
          words={
            documents.length === 0
              ? '戸籍謄本など、1つ以上のファイルを添えます。'
              : `${documents.length}つの書類を添えました。`
          }
          href={successionPages.documents}
          isDone={isDone}
        />
      )
    case 'identity':
      return (
        <Press
          words={
            heir === undefined
              ? 'お手続きをする方の入力が済むと、進めます。'
              : (identity.message ?? '')
          }
          intent="identity"
          label={identity.state === 'waiting' ? '本人確認を始める' : 'もう一度読み取る'}
          isOffered={heir !== undefined && !isDone}
          keys={keys}
        />
      )
    case 'card':
      return (
        <Press
          words={
            card === undefined
              ? `カード番号は${brand.account}のページで入力します。引き継ぐまで、請求はありません。`
              : `${card.brand} 末尾${card.numberMasked.slice(-4)}`
          }
          intent="card"
          label={card === undefined ? 'カードを登録する' : '別のカードにする'}
          isOffered
          keys={keys}
        />
      )
  }
}
