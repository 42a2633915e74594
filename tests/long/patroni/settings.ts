export type NodePorts = { rest: number; database: number }

type Node = {
  name: string
  folder: string
  ports: NodePorts
  etcd: { way: 'etcd' | 'etcd3'; port: number }
  secret: string
}

/** Of docs/operations.md, "A database that fails over by itself"; JSON is YAML too. */
export function patroniSettings({ name, folder, ports, etcd, secret }: Node) {
  const rest = `127.0.0.1:${ports.rest}`
  const database = `127.0.0.1:${ports.database}`
  return {
    scope: 'portal',
    name,
    restapi: { listen: rest, connect_address: rest },
    [etcd.way]: { host: `127.0.0.1:${etcd.port}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, shared_buffers: '64MB', wal_keep_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: `${folder}/data`,
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: `${folder}/pgpass`,
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password: secret },
        replication: { username: 'replicator', password: secret },
      },
      parameters: { unix_socket_directories: '' },
    },
  }
}

/** Sends everybody to the leader, and cuts whoever still talks to one that is none any more. */
export function haproxySettings(port: number, nodes: { name: string; ports: NodePorts }[]): string {
  const servers = nodes.map(
    ({ name, ports }) => `  server ${name} 127.0.0.1:${ports.database} check port ${ports.rest}`,
  )
  return `global
  log stdout format raw local0
defaults
  log global
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
