// npm run check -- mail: reads the DNS records that mail needs (docs/mail.md) and says what is missing. Changes nothing.
import { Resolver } from 'node:dns/promises'
import { parseArgs } from 'node:util'
import { StartRefusal } from '#process/start-refusal.ts'
import { checkMail } from './setup/check-mail.ts'
import { print } from './setup/print.ts'
import { runTool } from './setup/run-tool.ts'

const usage = `Say
  npm run check -- mail --selector <the key's name> [--address <whence mail leaves>]… [--from example.jp] [--return return.example.jp] [--resolver 127.0.0.1:53]
The domains are those of MAIL_FROM and RETURNED_MAIL_DOMAIN, unless they are said.`

await runTool(async () => {
  const { values, positionals } = readWords()
  const fromDomain = values.from ?? process.env['MAIL_FROM']?.split('@')[1]
  const returnDomain = values.return ?? process.env['RETURNED_MAIL_DOMAIN']
  const { selector, address: addresses = [] } = values
  if (positionals.join() !== 'mail' || !fromDomain || !returnDomain || !selector)
    throw new StartRefusal(usage)
  const names = new Resolver({ timeout: 3000, tries: 2 })
  if (values.resolver !== undefined) names.setServers([values.resolver])
  const said = await checkMail(names, { fromDomain, returnDomain, selector, addresses }).catch(
    (error: unknown) => {
      throw new StartRefusal(`The DNS does not answer: ${String(error)}`)
    },
  )
  for (const { is, record, sentence } of said) print(`${is.padEnd(8)}${record}: ${sentence}`)
  if (said.some(({ is }) => is === 'missing'))
    throw new StartRefusal('Mail will not arrive everywhere: see docs/mail.md.')
})

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        return: { type: 'string' },
        selector: { type: 'string' },
        address: { type: 'string', multiple: true },
        resolver: { type: 'string' },
      },
    })
  } catch {
    throw new StartRefusal(usage)
  }
}
