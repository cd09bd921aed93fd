import * as z from 'zod'

// The part of the Compose Specification that the compose files use. A key or a value that is not in it is a slip, or is added here with its
// type from https://github.com/compose-spec/compose-spec/blob/main/spec.md.

const texts = z.array(z.string())
const duration = z.string().regex(/^\d+(ms|s|m|h)$/)
const bytes = z.string().regex(/^\d+[kmg]b?$/)

const service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  cap_add: texts.optional(),
  cap_drop: texts.optional(),
  command: texts.optional(),
  depends_on: z
    .union([
      texts,
      z.record(
        z.string(),
        z.strictObject({ condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']) }),
      ),
    ])
    .optional(),
  entrypoint: texts.optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
  healthcheck: z.strictObject({ test: texts, interval: duration, timeout: duration, retries: z.int() }).optional(),
  image: z.string(),
  pull_policy: z.enum(['always', 'never', 'missing', 'build']).optional(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  mem_limit: bytes.optional(),
  ports: texts.optional(),
  read_only: z.boolean().optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  security_opt: texts.optional(),
  shm_size: bytes.optional(),
  stop_grace_period: duration.optional(),
  tmpfs: texts.optional(),
  user: z.string().optional(),
  volumes: texts.optional(),
})

/** A compose file. Keys that begin with `x-` are fragments of services, which are checked where they are merged. */
export const composeFile = z
  .looseObject({
    name: z.string(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .refine((file) => Object.keys(file).every((key) => /^(name|services|volumes|x-[a-z]+)$/.test(key)), 'an unknown section')
