# Builds the image of one service. Run from the root of the repository:
#   docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=identity -t workspace-platform/identity:0.1.0 .
# docs/operations.md shows how to get the same digest from the same sources.
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS build
ARG SERVICE
WORKDIR /src
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY libs libs
COPY protos protos
COPY services services
COPY deploy/local deploy/local
COPY test/package.json test/package.json
COPY tools/package.json tools/package.json
# The gateway serves pages that are built from the contracts of all services.
RUN if [ "${SERVICE}" = gateway ]; then packages=--workspaces; \
    else packages="--workspace=deploy/local --workspace=services/${SERVICE}"; fi \
 && npm ci ${packages} --ignore-scripts --no-audit --no-fund
# The pages of the gateway, and the web application of the console.
RUN if [ -f services/${SERVICE}/build/build.ts ]; then node services/${SERVICE}/build/build.ts; fi
# Bundles the service like npm start does, and writes only what it needs at run time.
RUN node deploy/local/src/images/write-image.ts ${SERVICE} /app

# Runs no commands, so that the image depends on nothing but the base image and the files that were written above.
FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 OPS_HOST=0.0.0.0 HTTP_PORT=8080 RPC_PORT=9090 OPS_PORT=9100
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
EXPOSE 8080 9090 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.OPS_PORT + '/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--enable-source-maps", "main.mjs"]
