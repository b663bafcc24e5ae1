# `setup/check_image` builds and starts it without a daemon.
FROM python:3.11-slim-bookworm
RUN useradd --create-home --uid 10001 pramana \
    && apt-get update && apt-get install -y --no-install-recommends antiword \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/pramana
COPY --chown=pramana . .
RUN chown pramana /opt/pramana && mkdir /srv/pramana && chown pramana /srv/pramana
USER pramana
ENV PRAMANA_DATA=/srv/pramana PRAMANA_HOST=0.0.0.0
RUN ./run setup
VOLUME /srv/pramana
EXPOSE 8000
ENTRYPOINT ["./run"]
CMD ["pramana", "serve"]
