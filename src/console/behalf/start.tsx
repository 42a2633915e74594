import { useRouteLoaderData } from 'react-router'
import { Panel } from '#console/parts/panel.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { behalfPlace, sendPlace } from '#console/shell/places.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { Loaded } from './load.ts'
import { behalfScreens, type Screen } from './screens.ts'

export const meta = consoleMeta('代理の手続き')

const ways = {
  staff: '担当者が押せます。会員はすぐに元に戻せます。',
  held: '担当者が押せます。別の担当者が確認するまで保留になり、確認がなければ取りやめになります。',
} as const

/** The member's screens that can be opened on behalf; before each the better way. */
export default function Start() {
  const loaded = useRouteLoaderData<Loaded>('mypage/mypage')
  if (loaded === undefined) return null
  return (
    <>
      <h1>代理の手続き</h1>
      <p>
        まず、ご本人に画面を送ります。ご本人が押せないときだけ、会員の画面をここで開いて押します。ここにない手続きは、送ることしかできません。
      </p>
      <Panel title="手続き">
        <ul className="behalf__list" role="list">
          {behalfScreens.map((screen) => (
            <Row key={screen.page} screen={screen} loaded={loaded} />
          ))}
        </ul>
      </Panel>
    </>
  )
}

function Row({ screen, loaded }: { readonly screen: Screen; readonly loaded: Loaded }) {
  const { page, label, way, link } = screen
  const { grant, keys } = loaded
  return (
    <li>
      <div>
        <b>{label}</b>
        <p className="muted">{way === 'held' ? ways.held : ways.staff}</p>
      </div>
      {link === undefined ? null : (
        <KeyedForm
          keys={keys}
          of={`link.${page}`}
          values={{ grant: grant.grant, step: link, back: behalfPlace(grant.grant) }}
          action={sendPlace(grant.grant)}
        >
          <Submit kind="primary">
            お客さまに送る<span className="visually-hidden">（{label}）</span>
          </Submit>
        </KeyedForm>
      )}
      <ButtonLink href={behalfPlace(grant.grant, page)}>
        代理で開く<span className="visually-hidden">（{label}）</span>
      </ButtonLink>
    </li>
  )
}
