import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../api/faults/until.ts'
import { installSystemPackages } from '../../../tools/setup/system-package.ts'

/** Programs of a mail server, where Debian puts them, and their packages. */
const programs = {
  '/usr/sbin/postfix': 'postfix',
  '/usr/sbin/opendkim': 'opendkim',
  '/usr/bin/openssl': 'openssl',
  '/usr/lib/python3/dist-packages/dkim/__init__.py': 'python3-dkim',
}

/** Installs what is missing. @returns why the tests cannot run here: they are skipped with this sentence. */
export function whyNoMailServer(): string | undefined {
  const missing = () =>
    Object.entries(programs).flatMap(([path, from]) =>
      spawnSync('test', ['-e', path]).status === 0 ? [] : [from],
    )
  if (missing().length > 0) installSystemPackages(missing(), () => undefined)
  const names = missing()
  if (names.length > 0)
    return `The mail tests need packages that are not here and could not be installed: sudo apt-get install ${names.join(' ')}`
  return process.getuid?.() === 0
    ? undefined
    : 'Postfix changes users, which needs root: run npm run test:long as root.'
}

export type Ports = {
  /** Where Postfix takes mail, of the portal and of the other side. */
  readonly smtp: number
  /** OpenDKIM. */
  readonly milter: number
  /** The worker's door for returned mail. */
  readonly lmtp: number
  /** The one mail server of everybody else. */
  readonly others: number
}

const HOST = 'mx.operator.test'

/** The operator's mail server as docs/mail.md describes it, with a configuration, a queue and ports of its own. */
export async function startMailServer(folder: string, ports: Ports) {
  const at = (name: string) => join(folder, name)
  const certificate = makeCertificate(at('tls'))
  const dkim = await startDkim(at('dkim'), ports.milter)
  for (const name of ['etc', 'data', 'queue']) mkdirSync(at(name))
  spawnSync('chown', ['postfix', at('data')])
  writeFileSync(at('etc/main.cf'), settings(folder, ports))
  writeFileSync(at('etc/master.cf'), services(ports.smtp))
  const command = (word: string) => spawnSync('/usr/sbin/postfix', ['-c', at('etc'), word])
  const checked = command('check')
  if (checked.status !== 0) throw new Error(checked.stderr.toString())
  const master = spawn('/usr/sbin/postfix', ['-c', at('etc'), 'start-fg'], { stdio: 'ignore' })
  const ended = once(master, 'exit')
  const log = () => readFileSync(at('mail.log'), 'utf8')
  await until('Postfix listens', () => command('status').status === 0)
  return {
    host: HOST,
    certificate,
    publicKey: dkim.publicKey,
    log,
    /** Tries what waits, without the pause that a mail server makes. */
    flush: () => command('flush'),
    /** What waits, as `postqueue -p` shows it. */
    queue: () =>
      spawnSync('/usr/sbin/postqueue', ['-c', at('etc'), '-p'], { encoding: 'utf8' }).stdout,
    stop: async () => {
      command('stop')
      await ended
      await dkim.stop()
    },
  }
}

const settings = (folder: string, ports: Ports) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
myhostname = ${HOST}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${folder}/tls/certificate.pem
smtpd_tls_key_file = ${folder}/tls/key.pem
smtpd_milters = inet:127.0.0.1:${ports.milter}
milter_default_action = tempfail
relay_domains = return.operator.test
relay_transport = lmtp:inet:127.0.0.1:${ports.lmtp}
# Of the test alone: everybody else is one server on this machine, and a second is a long time.
default_transport = smtp:[127.0.0.1]:${ports.others}
disable_dns_lookups = yes
smtp_host_lookup = native
smtp_tls_security_level = may
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
`

/** Debian's own services without their jail, and ours in place of the port 25. */
const services = (port: number) =>
  readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .replace(/^smtp(\s+inet)/m, `127.0.0.1:${port}$1`)
    .replaceAll(/^(\S+\s+(?:inet|unix|fifo|pass)\s+\S+\s+\S+\s+)y/gm, '$1n')

function makeCertificate(folder: string): string {
  mkdirSync(folder)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const made = spawnSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate])
  if (made.status !== 0) throw new Error(made.stderr.toString())
  return readFileSync(certificate, 'utf8')
}

/** Signs what leaves, with the settings of docs/mail.md. */
async function startDkim(folder: string, port: number) {
  mkdirSync(folder)
  const key = join(folder, 'mail2026.private')
  spawnSync('openssl', ['genrsa', '-traditional', '-out', key, '2048'])
  chmodSync(key, 0o600)
  const file = join(folder, 'opendkim.conf')
  writeFileSync(
    file,
    `Mode s
Domain operator.test
Selector mail2026
KeyFile ${key}
Socket inet:${port}@127.0.0.1
InternalHosts 127.0.0.1
RequireSafeKeys no
OversignHeaders From
SignHeaders *,+List-Unsubscribe,+List-Unsubscribe-Post
`,
  )
  const child = spawn('/usr/sbin/opendkim', ['-f', '-x', file, '-P', join(folder, 'pid')])
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const pem = spawnSync('openssl', ['rsa', '-in', key, '-pubout', '-outform', 'PEM'])
  const publicKey = pem.stdout.toString().replaceAll(/-----.*-----|\s/g, '')
  await until('OpenDKIM listens', () => {
    if (child.exitCode !== null) throw new Error(said)
    return spawnSync('bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`]).status === 0
  })
  return {
    publicKey,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
