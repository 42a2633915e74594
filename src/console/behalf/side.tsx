import { useLocation, useMatches } from 'react-router'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { behalfPlace, sendPlace } from '#console/shell/places.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { screenAt } from './screens.ts'
import type { Loaded } from './load.ts'
import { readOut } from './read-out.ts'

/** What to say before anything is pressed, what will come of it, and the better way: to send the member this very screen. */
export function BehalfSide({ loaded }: { readonly loaded: Loaded }) {
  const { pathname } = useLocation()
  const { grant } = loaded.grant
  const screen = screenAt(pathname.slice(behalfPlace(grant, '').length))
  const words = readOut(useMatches().map(({ loaderData }) => loaderData))
  return (
    <aside className="behalf__side stack" aria-label="代理の手引き">
      {screen?.link === undefined ? null : (
        <Panel title="まず、ご本人に">
          <PanelBody>
            <SendThis loaded={loaded} step={screen.link} />
          </PanelBody>
        </Panel>
      )}
      <Panel title="お客さまに読み上げる">
        <PanelBody>
          {words === undefined ? (
            <p className="muted">確認の画面に進むと、ここに出ます。</p>
          ) : (
            <blockquote className="read-out">「{words}」</blockquote>
          )}
          <p>「はい」を聞いてから押します。</p>
        </PanelBody>
      </Panel>
      <Panel title="押すと、どうなるか">
        <PanelBody>
          <ul className="behalf__what">
            <li>登録の連絡先すべてに、すぐ知らせます。</li>
            {screen?.way === 'held' ? (
              <li>
                手続きは保留になり、承った方でも番号を確かめた方でもない担当者が「保留・停止」で確認しないと、時刻に取りやめになります。
              </li>
            ) : (
              <li>会員は、マイページですぐに元に戻せます。</li>
            )}
            <li>「閲覧と代理の記録」に、役割・理由・{loaded.grant.ticketNo}と残ります。</li>
            <li>会員に断られる操作は、ここでも同じ理由で断られます。</li>
          </ul>
        </PanelBody>
      </Panel>
    </aside>
  )
}

type SendThisProps = { readonly loaded: Loaded; readonly step: string }

function SendThis({ loaded: { grant, keys }, step }: SendThisProps) {
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  return (
    <KeyedForm
      keys={keys}
      of={`link.${step}${search}`}
      values={{
        grant: grant.grant,
        step,
        back: pathname + search,
        ...Object.fromEntries(
          ['lineId', 'plan', 'optionCode', 'kind', 'size'].map((name) => [
            name,
            asked.get(name) ?? undefined,
          ]),
        ),
      }}
      action={sendPlace(grant.grant)}
      className="form"
    >
      <Submit kind="primary">この画面をお客さまに送る</Submit>
      <p className="muted">入力した内容のまま、登録の連絡先に届きます。押すのは会員です。</p>
    </KeyedForm>
  )
}
