// Plain JavaScript, because its packages are not installed when the compiler checks the repository.
import { MongoDBContainer } from '@testcontainers/mongodb'
import { GenericContainer, Wait } from 'testcontainers'

const natsPort = 4222

/** Starts a MongoDB replica set with one member. */
export const startMongoDb = async (image) => {
  const container = await new MongoDBContainer(image).start()
  // The member advertises a name that only the container can resolve.
  return { url: `${container.getConnectionString()}/?directConnection=true`, stop: () => container.stop() }
}

/** Starts a NATS server with JetStream. */
export const startNats = async (image) => {
  const container = await new GenericContainer(image)
    .withExposedPorts(natsPort)
    .withCommand(['--jetstream'])
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start()
  const url = `nats://${container.getHost()}:${container.getMappedPort(natsPort)}`
  return { url, stop: () => container.stop() }
}
