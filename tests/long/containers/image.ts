import { existsSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../../../tools/setup/root.ts'
import { run } from './system.ts'

/** The release that the Containerfile's own base is of. */
const RELEASE = 'trixie'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const imageConfig = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
})

export type Image = {
  readonly config: z.output<typeof imageConfig>
  readonly sizeMb: number
  /** Its files, mounted. */
  readonly folder: string
}

/** As the proxy's image comes from a registry: Debian's nginx, which logs to what it was started with. */
const PROXY = `FROM localhost/base
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light
RUN ln -sf /dev/stdout /var/log/nginx/access.log && ln -sf /dev/stderr /var/log/nginx/error.log
WORKDIR /
USER 0
ENTRYPOINT ["nginx"]
CMD ["-g", "daemon off;"]
`

/** Builds the Containerfile of this checkout and a proxy on a base made here, in a store of their own. */
export async function buildImages(scratch: string) {
  const buildah = (...words: string[]) =>
    run('buildah', [
      '--root',
      join(scratch, 'store'),
      '--runroot',
      join(scratch, 'run'),
      '--storage-driver',
      'vfs',
      ...words,
    ])
  const base = process.env['CONTAINER_BASE'] ?? (await makeBase(join(scratch, 'base.tar')))
  const empty = await buildah('from', 'scratch')
  await buildah('add', empty, base, '/')
  await buildah('commit', '--rm', empty, 'localhost/base')
  const settings = join(homedir(), '.npmrc')
  const build = [
    'bud',
    '--isolation',
    'chroot',
    '--pull-never',
    '--build-arg',
    'BASE=localhost/base',
  ]
  const proxyFile = join(scratch, 'Containerfile.proxy')
  writeFileSync(proxyFile, PROXY)
  await buildah(...build, '--tag', 'localhost/proxy', '--file', proxyFile, scratch)
  await buildah(
    ...build,
    ...(existsSync(settings) ? ['--secret', `id=npmrc,src=${settings}`] : []),
    '--tag',
    'localhost/portal',
    '--file',
    join(root, 'Containerfile'),
    root,
  )

  async function mounted(name: string): Promise<Image> {
    const inspected: unknown = JSON.parse(await buildah('inspect', '--type', 'image', name))
    const { OCIv1 } = z.object({ OCIv1: z.object({ config: imageConfig }) }).parse(inspected)
    const folder = await buildah('mount', await buildah('from', '--pull-never', name))
    const bytes = await run('du', ['--summarize', '--bytes', '--one-file-system', folder])
    const sizeMb = Math.round(Number.parseInt(bytes, 10) / 1e6)
    return { config: OCIv1.config, sizeMb, folder }
  }

  return {
    portal: await mounted('localhost/portal'),
    proxy: await mounted('localhost/proxy'),
    remove: async () => {
      await buildah('umount', '--all')
      await buildah('rm', '--all')
      await buildah('rmi', '--all', '--force')
    },
  }
}

/** A small Debian, with what this machine needs to reach its mirror and the certificates it trusts. */
async function makeBase(file: string): Promise<string> {
  const settings = await run('apt-config', [
    'dump',
    '--format=%F "%v"%n',
    'Acquire::http::Proxy',
    'Acquire::https::Proxy',
    'Acquire::Check-Valid-Until',
    'Acquire::Check-Date',
  ])
  const options = settings.split('\n').filter((line) => /^\S+ ".+"$/.test(line))
  await run('mmdebstrap', [
    '--variant=minbase',
    ...options.map((line) => `--aptopt=${line}`),
    ...(existsSync(CERTIFICATES)
      ? [
          '--customize-hook=mkdir -p "$1/usr/local/share/ca-certificates"',
          `--customize-hook=cp ${CERTIFICATES} "$1/usr/local/share/ca-certificates/of-the-machine.crt"`,
        ]
      : []),
    RELEASE,
    file,
  ])
  return file
}
