import { Link } from 'react-router'
import { linkSteps } from '#vocabulary/console-record.ts'
import { optionsOf } from '#vocabulary/state-words.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { cameBack } from '#console/parts/came-back.ts'
import { Press } from '#console/parts/press.tsx'
import { behalfPlace } from '#console/shell/places.ts'
import { Select } from '#ui/select.tsx'
import type { Grant } from './load.ts'

type SendLinkProps = {
  readonly grant: Grant
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}

/** The first choice for everything: the member gets the step and confirms it himself. */
export function SendLink({ grant, keys, stayed }: SendLinkProps) {
  return (
    <Panel title="会員のために行う">
      <PanelBody>
        <p>まず、ご本人に送ります。押すのは会員です。登録の連絡先にだけ届きます。</p>
        <Press
          keys={keys}
          intent="link"
          values={{ grant: grant.grant }}
          kind="primary"
          fields={
            <Select
              {...cameBack(stayed, 'link', 'step')}
              label="送る手続き"
              required
              unchosen="選んでください"
              options={optionsOf(linkSteps)}
            />
          }
        >
          お客さまに送る
        </Press>
        {grant.proof === 'strong' && grant.reason === 'contact' ? (
          <p>
            ご本人が押せないときだけ、<Link to={behalfPlace(grant.grant)}>代理で手続きする</Link>
            ことができます。会員の画面が、そのまま開きます。
          </p>
        ) : null}
      </PanelBody>
    </Panel>
  )
}
