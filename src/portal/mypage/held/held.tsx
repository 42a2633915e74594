import type { Call } from '#protocol/http.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useLookAgain } from '#portal/mypage/shared/use-look-again.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import { heldApi } from '#protocol/held.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatDate, formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { memberExportStateWords } from '#vocabulary/states/member-export.ts'
import type { Route } from './+types/held.ts'
import { TapLink } from '#ui/text-link.tsx'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '保存している情報'
const LOOK_AGAIN_MS = 3000

type Kinds = Result<typeof heldApi.heldGet>['kinds']
type Export = Result<typeof heldApi.memberExportGet>['exports'][number]
type Deletion = Result<typeof heldApi.accountDeletionGet>

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [{ kinds }, { exports }, deletion] = await ask(
    url,
    Promise.all([
      call(heldApi.heldGet),
      call(heldApi.memberExportGet),
      call(heldApi.accountDeletionGet),
    ]),
  )
  const done = url.searchParams.get('did') ?? ''
  const { refusal } = deletion
  // Here, so that no browser loads the codes of every refusal for one sentence.
  const whyNot = refusal === undefined ? undefined : errors[refusal].message
  return { kinds, exports, deletion, whyNot, done, keys: freshKeysOf(context) }
}

const did = (what: string) => withQuery(pages.held, { did: what })

const deletion = (step: 'request' | 'withdraw') => ({
  ask: (call: Call, _: FormData, idempotencyKey: string) =>
    call(heldApi.accountDeletionPost, { body: { step }, idempotencyKey }),
  to: did(step),
})

export const action = actions(
  {
    drop: { endpoint: heldApi.memberExportDelete, to: did('drop') },
    request: deletion('request'),
    withdraw: deletion('withdraw'),
    export: {
      endpoint: heldApi.memberExportPost,
      // A box that is not ticked sends nothing; a press that goes on after a proof sends what was filled in here.
      fill: (form) =>
        form.set('wholeNumbers', textOf(form, 'wholeNumbers') === 'on' ? 'on' : 'off'),
      to: did('export'),
    },
  },
  'export',
)

export const meta = mypageMeta(title)

const doneWords: Readonly<Record<string, string>> = {
  export: '持ち出すファイルの準備を始めました。できあがったら、メールとお知らせでご連絡します。',
  drop: '持ち出すファイルを消去しました。',
  request: 'アカウントの削除を受け付けました。',
  withdraw: 'アカウントの削除を取り消しました。',
}

export default function HeldPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kinds, exports, deletion, whyNot, done, keys } = loaderData
  const isReady = done === 'export' && exports[0]?.state === 'ready'
  const words = isReady ? '持ち出すファイルができました。' : doneWords[done]
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="お手続きできませんでした" />
      <Said>{actionData === undefined ? words : undefined}</Said>
      <p className="lead">
        お客さまについて保存している情報です。まとめて持ち出すことも、ご契約が終わったあとに削除することもできます。
      </p>
      <Exports exports={exports} keys={keys} />
      <KindTable kinds={kinds} />
      <DeletionPart deletion={deletion} whyNot={whyNot} keys={keys} />
    </Frame>
  )
}

function Exports({
  exports,
  keys,
}: {
  readonly exports: readonly Export[]
  readonly keys: FormKeys
}) {
  const isGathering = exports.some(({ state }) => state === 'gathering')
  useLookAgain(isGathering, LOOK_AGAIN_MS)
  return (
    <Section id="export" title="まとめて持ち出す">
      <p>
        下の表の情報を、CSV・JSON・PDFのファイルにして一つのZIPにまとめます。7日のあいだダウンロードでき、そのあと消去します。パスワード、確認コード、カード番号は含みません。
      </p>
      {exports.map((one) => (
        <ExportCard key={one.exportId} one={one} keys={keys} />
      ))}
      {isGathering ? null : (
        <KeyedForm keys={keys} of="export" className="form">
          <Checkbox
            id="wholeNumbers"
            name="wholeNumbers"
            value="on"
            label="通話とSMSの相手先の番号を、すべての桁で含める"
          />
          <p className="small muted">
            お手続きの前に、確認コードを使ったログインをお願いします。ご登録の連絡先すべてにお知らせします。
          </p>
          <SubmitRow kind="primary">ファイルを準備する</SubmitRow>
        </KeyedForm>
      )}
    </Section>
  )
}

function ExportCard({ one, keys }: { readonly one: Export; readonly keys: FormKeys }) {
  const { exportId, state, stateLabel, tablesDone, tablesInAll, rows } = one
  const progress = `${tablesInAll}種類のうち${tablesDone}種類（${rows}件）`
  return (
    <article className="card" aria-label={`${formatDateTime(one.requestedAt)}のファイル`}>
      <p>
        <strong>{formatDateTime(one.requestedAt)}</strong>{' '}
        <Badge tone={state === 'ready' ? 'good' : 'neutral'}>{stateLabel}</Badge>
      </p>
      {state === 'gathering' ? (
        <>
          <p>
            <progress max={tablesInAll} value={tablesDone} aria-label="準備の進み具合" /> {progress}
          </p>
          <TapLink href={pages.held}>いまの進み具合を見る</TapLink>
        </>
      ) : null}
      {state === 'failed' ? <p>{memberExportStateWords.failed.sentence}</p> : null}
      {one.zipUrl === undefined || one.jsonUrl === undefined ? null : (
        <>
          <p className="small muted">
            {`${rows}件。${formatDateTime(one.expiresAt)}に消去します。`}
          </p>
          <ButtonRow>
            <ButtonLink href={one.zipUrl}>ZIPをダウンロードする</ButtonLink>
            <ButtonLink kind="plain" href={one.jsonUrl}>
              JSONだけをダウンロードする
            </ButtonLink>
          </ButtonRow>
        </>
      )}
      <KeyedForm keys={keys} of={`drop.${exportId}`} values={{ intent: 'drop', exportId }}>
        <Submit>ファイルを消去する</Submit>
      </KeyedForm>
    </article>
  )
}

const kindColumns: readonly Column<readonly [period: string, of: Kinds]>[] = [
  ['保存の期間', ([period]) => <Sentence>{period}</Sentence>, { rowHeader: true }],
  ['情報', ([, of]) => of.map(({ title: name }) => name).join('、')],
]

/** One row a period, not one a table of ours: a few periods hold for nearly forty of them. */
function KindTable({ kinds }: { readonly kinds: Kinds }) {
  const periods = [...Map.groupBy(kinds, retentionWords)]
  return (
    <Section id="kinds" title="何を、いつまで保存するか">
      <Table
        caption="保存している情報と期間"
        captionHidden
        stack
        rows={periods}
        rowKey={([period]) => period}
        columns={kindColumns}
      />
      <p>
        期間が過ぎた情報は、復元できない方法で消去します。詳しくは
        <a href="/legal/privacy.html#article-9">プライバシーポリシー</a>をご覧ください。
      </p>
    </Section>
  )
}

const retentionWords = ({ keptFor, keptUntil, earlier }: Kinds[number]) => {
  const words = keptUntil === undefined ? keptFor : `${formatDate(keptUntil)}まで`
  return earlier ?? words
}

function DeletionPart({
  deletion,
  whyNot,
  keys,
}: {
  readonly deletion: Deletion
  readonly whyNot: string | undefined
  readonly keys: FormKeys
}) {
  const { state, dueAt, keeps } = deletion
  return (
    <Section id="deletion" title="アカウントを削除する">
      {state === 'requested' && dueAt !== undefined ? (
        <>
          <Notice tone="warning" title={`${formatDateTime(dueAt)}に削除します`}>
            それまでは取り消せます。削除すると連絡先も消えるため、済んだことはお知らせしません。
          </Notice>
          <KeyedForm keys={keys} of="withdraw" values={{ intent: 'withdraw' }}>
            <Submit>削除を取り消す</Submit>
          </KeyedForm>
        </>
      ) : whyNot === undefined ? (
        <>
          <p>
            登録情報、お知らせ、ログインの記録などを、7日後に削除します。それまでは取り消せます。削除したあとは元に戻せません。
          </p>
          {keeps ? (
            <p>
              請求や本人確認など、法律で保存が決まっている記録は、上の表の日まで保存してから消去します。その記録をマイページで見ることはできなくなります。
            </p>
          ) : null}
          <KeyedForm keys={keys} of="request" values={{ intent: 'request' }}>
            <Submit>アカウントを削除する</Submit>
          </KeyedForm>
        </>
      ) : (
        <p>{whyNot}</p>
      )}
    </Section>
  )
}
