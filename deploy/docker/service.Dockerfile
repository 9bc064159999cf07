# Builds the image of one service. Run from the root of the repository:
#   docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=identity -t workspace-platform/identity:0.1.0 .
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS dependencies
ARG SERVICE
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs libs
COPY protos protos
COPY services services
COPY deploy/local deploy/local
COPY test/package.json test/package.json
COPY tools/package.json tools/package.json
# The gateway serves pages that are built from the contracts of all services.
RUN if [ "${SERVICE}" = gateway ]; then \
      npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node services/gateway/build/build.ts; \
    fi
# The console serves a web application that is built with development dependencies; its sources are not needed later.
RUN if [ "${SERVICE}" = console ]; then \
      npm ci --workspace=services/console --ignore-scripts --no-audit --no-fund && node services/console/build/build.ts \
      && rm -rf services/console/web services/console/build; \
    fi
# Installs the service's runtime dependencies from the lockfile; only contracts remain of other services.
RUN npm ci --workspace=services/${SERVICE} --omit=dev --ignore-scripts --no-audit --no-fund \
 && node deploy/local/src/images/remove-unneeded.ts services/${SERVICE} \
 && rm -rf deploy test tools libs/*/test services/*/test libs/testing libs/local-platform libs/embedded-mongo

FROM ${NODE_IMAGE}
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 OPS_HOST=0.0.0.0 HTTP_PORT=8080 RPC_PORT=9090 OPS_PORT=9100
WORKDIR /app
COPY --from=dependencies /app /app
RUN ln -s services/${SERVICE}/src/main.ts main.ts
USER 10001:10001
EXPOSE 8080 9090 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.OPS_PORT + '/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "main.ts"]
