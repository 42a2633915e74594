import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { fullNameOfLine, isServed } from '#portal/mypage/shared/line-words.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Route } from './+types/lost.ts'
import { lastUseOf } from './words.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '端末をなくした'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const { passkeys } = await ask(url, call(api.passkeysGet))
  return { passkeys, lines: await linesToStop(call), keys: freshKeysOf(context) }
}

/** Those that can be stopped now; none for an account without a contract. */
async function linesToStop(call: Call) {
  const [contract, status] = await Promise.all([
    attempt(call(api.contractGet)),
    attempt(call(api.contractChangeStatusGet, { query: {} })),
  ])
  if (!contract.ok || !status.ok) return []
  const stoppable = status.value.operations.filter(
    ({ operation, allowed }) => operation === 'lineSuspend' && allowed,
  )
  return contract.value.lines
    .filter((line) => isServed(line) && stoppable.some(({ lineId }) => lineId === line.lineId))
    .map((line) => ({ lineId: line.lineId, name: fullNameOfLine(line) }))
}

/** Key and logins first: what a finder could use most. A line that cannot be stopped meanwhile is said, and the rest is done. */
async function loseDevice(call: Call, form: FormData, idempotencyKey: string) {
  const passkeyId = textOf(form, 'passkeyId')
  await call(api.passkeysDelete, { query: { passkeyId, reason: 'lost' }, idempotencyKey })
  const lineIds = form.getAll('lineId').filter((given) => typeof given === 'string')
  for (const lineId of lineIds)
    await call(api.lineSuspensionPost, {
      body: { lineId },
      idempotencyKey: `${idempotencyKey}.${lineId}`,
    })
  return { hasStopped: lineIds.length > 0 }
}

export const action = actions(
  {
    lose: {
      ask: loseDevice,
      to: ({ value }) => withQuery(pages.passkeys, { done: value.hasStopped ? 'stopped' : 'lost' }),
    },
  },
  'lose',
)

export const meta = mypageMeta(title)

export default function LostPasskeyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, lines, keys } = loaderData
  const refused = actionData?.refused
  const isLineOffered = useIsOffered(pages.lost)
  const way = [pages.user, pages.passkeys]
  const of = fieldsFrom(actionData?.typed, errorsOf(refused))
  if (passkeys.length === 0)
    return (
      <Frame title={title} way={way}>
        <Stopped refused={refused} title="すべては行えませんでした" />
        <EmptyState
          title="消すパスキーはありません"
          action={
            isLineOffered ? <ButtonLink href={pages.lost}>回線を止める</ButtonLink> : undefined
          }
        >
          {isLineOffered
            ? 'なくした端末のログインは「ログインの記録」から、回線は「紛失・盗難のとき」からすぐに止められます。'
            : 'なくした端末のログインは「ログインの記録」から、すぐに終わらせられます。'}
        </EmptyState>
      </Frame>
    )
  return (
    <Frame title={title} way={way}>
      <Stopped refused={refused} title="すべては行えませんでした" />
      <p className="lead">なくした端末を選ぶと、次のことをまとめて行います。</p>
      <KeyedForm keys={keys} of="lose" values={{ intent: 'lose' }} className="form">
        <RadioCards
          {...of('passkeyId')}
          label="なくした端末のパスキー"
          required
          options={passkeys.map((passkey) => ({
            value: passkey.passkeyId,
            label: passkey.name,
            hint: lastUseOf(passkey),
          }))}
        />
        <Card>
          <SummaryList
            entries={[
              ['パスキーを消す', 'この端末の鍵では、ご本人の確認ができなくなります'],
              [
                'ログインを切る',
                'このパスキーを最後に使ったブラウザーの、ほかのログインを終わらせます',
              ],
            ]}
          />
          {lines.map(({ lineId, name }) => (
            <Checkbox
              key={lineId}
              id={`line-${lineId}`}
              name="lineId"
              value={lineId}
              label={`回線も止める（${name}）`}
              hint="見つかったら、手数料なしですぐに再開できます。"
            />
          ))}
        </Card>
        <SubmitRow kind="danger">まとめて行う</SubmitRow>
      </KeyedForm>
      <p className="small muted">
        費用はかかりません。
        {passkeys.length > 1
          ? '選ばなかった鍵は、そのまま使えます。'
          : 'ほかの鍵はありません。消したあとは、確認コードでご本人を確認します。'}
      </p>
    </Frame>
  )
}
