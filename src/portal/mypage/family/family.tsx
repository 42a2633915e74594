import { contractRoleLabels, contractRoleWords, INVITATION_DAYS } from '#vocabulary/family.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useSaidOnce } from '#portal/mypage/flow/use-said-once.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { useIsContractOver } from '#portal/mypage/shared/use-is-offered.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { familyApi } from '#protocol/family.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { InviteForm, inviteLabels } from './invite-form.tsx'
import type { Route } from './+types/family.ts'
import { TapLink } from '#ui/text-link.tsx'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ご家族の役割'

/** All roles, or with `invite` the form of an invitation: one form on one screen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { roles, lines } = await ask(url, callOf(context)(familyApi.familyGet))
  const { searchParams } = url
  return {
    roles,
    lines,
    isInviting: searchParams.has('invite'),
    done: searchParams.get('done') ?? '',
    keys: freshKeysOf(context),
  }
}

const done = (what: string) => withQuery(pages.family, { done: what })

export const action = actions({
  invite: { endpoint: familyApi.familyInvitationPost, to: done('invited') },
  end: { endpoint: familyApi.familyRoleDelete, to: done('ended') },
})

const INVITE_TITLE = 'ご家族を招く'

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData?.isInviting ? INVITE_TITLE : title, noindex: true })
}

const doneWords: Readonly<Record<string, string>> = {
  invited: '招待を作りました。下のアドレスを、ご本人に渡してください。',
  ended: '終えました。この契約のマイページは、もう開けません。',
}

export default function FamilyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { roles, lines, isInviting, keys } = loaderData
  useSaidOnce('done')
  const open = roles.filter(({ state }) => state === 'invited' || state === 'active')
  const over = roles.filter((role) => !open.includes(role))
  const said = actionData === undefined ? doneWords[loaderData.done] : undefined
  const isOver = useIsContractOver()
  if (isInviting && !isOver)
    return (
      <Frame title={INVITE_TITLE} way={[pages.family]}>
        <Stopped
          refused={actionData?.refused}
          title="招待を作れませんでした"
          labels={inviteLabels}
        />
        <InviteForm {...{ lines, roles: open, keys, stayed: actionData }} />
      </Frame>
    )
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="終えられませんでした" />
      <Said>{said}</Said>
      <p className="lead">
        パスワードを教えなくても、ご家族がご自分のログインで、回線の残りを見たり、速度を切り替えたりできます。
      </p>
      {open.length === 0 ? (
        <EmptyState title="招いているご家族は、まだいません">
          {`お子さまには「${contractRoleLabels.lineUser}」、ご一緒に管理する方には「${contractRoleLabels.manager}」の役割をお渡しください。`}
        </EmptyState>
      ) : (
        <ul className="card family-list" role="list">
          {open.map((role) => (
            <li key={role.roleId}>
              <RoleRow role={role} keys={keys} />
            </li>
          ))}
        </ul>
      )}
      {isOver ? (
        <p>ご契約が終了しているため、新しくは招けません。</p>
      ) : (
        <ButtonLink kind="primary" href={withQuery(pages.family, { invite: '1' })}>
          ご家族を招く
        </ButtonLink>
      )}
      <Section id="roles" title="役割とできること">
        <RoleWords />
      </Section>
      {over.length === 0 ? null : (
        <Section id="over" title="終わった役割と招待">
          <ul className="card family-list" role="list">
            {over.map(({ roleId, role, name, stateLabel, endedAt }) => (
              <li key={roleId}>
                <p>
                  <strong>{name}</strong>（{contractRoleLabels[role]}） <Badge>{stateLabel}</Badge>
                </p>
                {endedAt === undefined ? null : (
                  <p className="small muted">{formatDateTime(endedAt)}</p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Frame>
  )
}

/** What each role may do, and what stays hidden from everybody but the person. */
function RoleWords() {
  return (
    <>
      <dl className="family-words">
        {(['manager', 'lineUser'] as const).map((role) => (
          <div key={role}>
            <dt>{contractRoleLabels[role]}</dt>
            <dd>{contractRoleWords[role]}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        「{contractRoleLabels.lineUser}
        」がいる回線の通話の相手と時間ごとの記録は、通信の秘密を守るため、契約者の方にもお見せしません。日ごと・月ごとの量と料金は、これまでどおりご覧いただけます。招待は
        {INVITATION_DAYS}日間有効です。
      </p>
    </>
  )
}

type Role = Result<typeof familyApi.familyGet>['roles'][number]

function RoleRow({ role, keys }: { readonly role: Role; readonly keys: FormKeys }) {
  const { roleId, name, line, state, stateLabel, acceptedAt, expiresAt, url } = role
  const isInvited = state === 'invited'
  return (
    <article className="flow" aria-label={`${name} ${contractRoleLabels[role.role]}`}>
      <p>
        <strong>{name}</strong>{' '}
        <Badge tone={isInvited ? 'warning' : 'good'}>
          {isInvited ? stateLabel : contractRoleLabels[role.role]}
        </Badge>
      </p>
      <p className="small muted">
        {isInvited ? `${contractRoleLabels[role.role]}として招待中・` : null}
        {line === undefined ? 'すべての回線' : fullNameOfLine(line)}
        {acceptedAt === undefined ? null : `・${formatDateTime(acceptedAt)}から`}
        {expiresAt === undefined ? null : `・${formatDateTime(expiresAt)}まで承諾できます`}
      </p>
      {url === undefined ? null : (
        <p className="family-link">
          <code>{url}</code> <CopyButton text={url} label={`${name}さんへの招待のアドレス`} />
        </p>
      )}
      {line === undefined || isInvited ? null : (
        <TapLink href={withQuery(pages.handover, { step: 'confirm', lineId: line.lineId })}>
          この回線を{name}さん自身の契約にする
        </TapLink>
      )}
      <KeyedForm keys={keys} of={`end.${roleId}`} values={{ intent: 'end', roleId }}>
        <SubmitRow>
          {isInvited ? '招待を取り消す' : '役割を終える'}
          <span className="visually-hidden">（{name}）</span>
        </SubmitRow>
      </KeyedForm>
    </article>
  )
}
