import { contractRoleLabels, contractRoleWords } from '#vocabulary/family.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useSaidOnce } from '#portal/mypage/flow/use-said-once.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { familyApi } from '#protocol/family.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/places.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ご家族の契約'

export async function loader({ context, url }: Route.LoaderArgs) {
  const places = await ask(url, callOf(context)(familyApi.familyPlacesGet))
  return { places, isLeft: url.searchParams.has('left'), keys: freshKeysOf(context) }
}

export const action = actions({
  go: {
    endpoint: familyApi.familyPlacePut,
    to: ({ form }) => (textOf(form, 'roleId') === '' ? pages.top : pages.familyLines),
  },
  leave: {
    endpoint: familyApi.familyPlaceDelete,
    to: withQuery(pages.familyPlaces, { left: '1' }),
  },
})

export const meta = mypageMeta(title)

export default function PlacesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { places, isLeft, keys } = loaderData
  useSaidOnce('left')
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="変更できませんでした" />
      {isLeft && actionData === undefined ? (
        <Notice tone="good" role="status">
          役割をやめました。契約者の方にもお知らせしました。
        </Notice>
      ) : null}
      {places.places.length === 0 ? (
        <EmptyState title="招かれている契約はありません">
          ご家族の契約者の方から招待のアドレスを受け取ったら、この端末で開いてください。
        </EmptyState>
      ) : (
        <ul className="card family-list" role="list">
          {places.places.map((place) => (
            <li key={place.roleId}>
              <PlaceRow place={place} isHere={place.roleId === places.roleId} keys={keys} />
            </li>
          ))}
        </ul>
      )}
      {places.roleId === undefined ? null : <BackForm keys={keys} hasOwn={places.hasOwn} />}
    </Frame>
  )
}

type Place = Result<typeof familyApi.familyPlacesGet>['places'][number]

function PlaceRow({
  place: { roleId, role, holderName, line, since },
  isHere,
  keys,
}: {
  readonly place: Place
  readonly isHere: boolean
  readonly keys: FormKeys
}) {
  const whose = `${holderName}さんのご契約`
  return (
    <article className="flow" aria-label={whose}>
      <p>
        <strong>{whose}</strong> {isHere ? <Badge tone="good">表示中</Badge> : null}
      </p>
      <p className="small muted">
        {contractRoleLabels[role]}・{line === undefined ? 'すべての回線' : fullNameOfLine(line)}・
        {formatDateTime(since)}から
      </p>
      <p className="small">{contractRoleWords[role]}</p>
      <ButtonRow>
        {isHere ? (
          <ButtonLink kind="primary" href={pages.familyLines}>
            残りを見る
          </ButtonLink>
        ) : (
          <KeyedForm keys={keys} of={`go.${roleId}`} values={{ intent: 'go', roleId }}>
            <Submit kind="primary">
              この契約を開く<span className="visually-hidden">（{whose}）</span>
            </Submit>
          </KeyedForm>
        )}
        <KeyedForm keys={keys} of={`leave.${roleId}`} values={{ intent: 'leave', roleId }}>
          <Submit>
            この役割をやめる<span className="visually-hidden">（{whose}）</span>
          </Submit>
        </KeyedForm>
      </ButtonRow>
    </article>
  )
}

/** Back from the contract of another to one's own. */
function BackForm({ keys, hasOwn }: { readonly keys: FormKeys; readonly hasOwn: boolean }) {
  return (
    <KeyedForm keys={keys} of="own" values={{ intent: 'go' }} action={pages.familyPlaces}>
      <SubmitRow>{hasOwn ? '自分のマイページに戻る' : 'ご家族の契約を閉じる'}</SubmitRow>
    </KeyedForm>
  )
}
